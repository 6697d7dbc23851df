export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

export type JsonParent = Extract<Json, object>

/** Deeper documents are shown as text: browsers and readers get lost in them. */
const MAX_DEPTH = 100
/** Matches whose places are opened; further ones are counted beside the part that holds them. */
const MAX_OPENED = 200

/** Tells whether a text may be one JSON document with members. */
export function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

/** Reads output that is one JSON document; undefined if it is none, or too deep to be walked. */
export function toJson(text: string): Json | undefined {
  if (!looksLikeJson(text)) return undefined
  try {
    const value = JSON.parse(text) as Json
    return isDeeper(value, MAX_DEPTH) ? undefined : value
  } catch {
    // Not a document, or several: the text is all there is to show.
    return undefined
  }
}

function isDeeper(value: Json, levels: number): boolean {
  if (!isParent(value)) return false
  return levels === 0 || someMember(value, (_name, member) => isDeeper(member, levels - 1))
}

/** Goes through members until the function says true; makes no list of them, there may be a million. */
function someMember(value: JsonParent, isFound: (name: string, member: Json) => boolean): boolean {
  if (isArray(value)) return value.some((member, at) => isFound(String(at), member))
  for (const name in value) if (isFound(name, value[name]!)) return true
  return false
}

function isArray(value: JsonParent): value is readonly Json[] {
  return Array.isArray(value)
}

export function isParent(value: Json): value is JsonParent {
  return typeof value === 'object' && value !== null
}

export function countMembers(value: JsonParent): number {
  return isArray(value) ? value.length : Object.keys(value).length
}

/** Gives the first members that are wanted. */
export function firstMembers(
  value: JsonParent,
  most: number,
  isWanted: (name: string, member: Json) => boolean = () => true,
): readonly (readonly [string, Json])[] {
  const members: (readonly [string, Json])[] = []
  someMember(value, (name, member) => {
    if (members.length < most && isWanted(name, member)) members.push([name, member])
    return members.length >= most
  })
  return members
}

/** What a search found in one part of a document. */
export interface Found {
  /** Names and values in it that match. */
  readonly matches: number
  /** Its own members that match or hold a match. */
  readonly members: number
  /** Holds one of the first matches, so it is opened. */
  readonly isOpened: boolean
}

export interface Search {
  readonly total: number
  readonly parts: ReadonlyMap<JsonParent, Found>
  readonly isWanted: (parent: JsonParent, name: string, member: Json) => boolean
}

/** Looks for words in names and values, in one walk. */
export function searchJson(document: Json, words: string): Search {
  const parts = new Map<JsonParent, Found>()
  let seen = 0
  const matchesIn = (value: Json): number => {
    if (!isParent(value)) {
      const isMatch = isIn(textOf(value), words)
      if (isMatch) seen += 1
      return isMatch ? 1 : 0
    }
    const isOpened = seen < MAX_OPENED
    let [matches, members] = [0, 0]
    someMember(value, (name, member) => {
      const isNamed = !isArray(value) && isIn(name, words)
      if (isNamed) seen += 1
      const inside = matchesIn(member)
      matches += inside + (isNamed ? 1 : 0)
      if (isNamed || inside > 0) members += 1
      return false
    })
    if (matches > 0) parts.set(value, { matches, members, isOpened })
    return matches
  }
  const total = matchesIn(document)
  return {
    total,
    parts,
    isWanted: (parent, name, member) =>
      (!isArray(parent) && isIn(name, words)) ||
      (isParent(member) ? parts.has(member) : isIn(textOf(member), words)),
  }
}

export function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isIn(text: string, words: string): boolean {
  return text.toLowerCase().includes(words)
}
