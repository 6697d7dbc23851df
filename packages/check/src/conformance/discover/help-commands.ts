import type { ListedCommand } from '@surety/client/unstable/client'

/** A heading over a list of commands, in the usual styles. */
const HEADING = /^\s*(?:[\w ]*\b)?(?:sub)?commands?\b[\w ]*:?\s*$/i
/** A word at the start of an indented line, alone or with its explanation after two blanks. */
const ENTRY =
  /^\s{1,8}([a-z][\w-]*(?::[\w-]+)*)(?:[,|]\s*[a-z][\w-]*)*(?:\s+[<[][^\n]*?)?(?:\s{2,}(\S.*)|\s*)$/i
/** A list in one line, or in several under a heading. */
const INLINE = /^\s*commands?:\s+([a-z][\w-]*(?:,\s*[a-z][\w-]*)+)\s*$/i
const LIST = /^\s+([a-z][\w-]*(?:,\s*[a-z][\w-]*){2,}),?\s*$/i
/** What follows a heading without being indented: a kind of commands, as in the help of git. */
const KIND = /^[a-z](?!.*\b(?:options?|flags?|arguments?|usage|examples?)\b)/

/** Longer lines and pages are no help but a flood, for which the patterns would take minutes. */
const MOST = { line: 1000, page: 256 * 1024 }

export interface HelpEntry {
  readonly name: string
  readonly summary: string
}

export function helpEntries(text: string): readonly HelpEntry[] {
  const entries = new Map<string, string>()
  const add = (name: string, summary = ''): void => {
    if (!entries.get(name)) entries.set(name, summary.trim())
  }
  let isListing = false
  for (const line of text.slice(0, MOST.page).split('\n')) {
    if (line.length > MOST.line) continue
    const inline = (INLINE.exec(line) ?? (isListing ? LIST.exec(line) : null))?.[1]
    if (inline !== undefined) for (const name of inline.split(/,\s*/)) add(name)
    else if (HEADING.test(line)) isListing = true
    else if (/^\S/.test(line)) isListing &&= KIND.test(line)
    else if (isListing) {
      const [, name, summary] = ENTRY.exec(line) ?? []
      if (name !== undefined) add(name, summary)
    }
  }
  return [...entries].map(([name, summary]) => ({ name, summary }))
}

/** Lists the commands that a page of help names, of which nothing else is known. */
export function helpCommands(text: string): readonly ListedCommand[] {
  return helpEntries(text).map(({ name: path }) => ({
    path,
    words: [path],
    danger: null,
    flags: [],
    exits: null,
    examples: [],
    isGroup: false,
    isStreaming: false,
    canStream: false,
    isBuiltin: false,
    outputSchema: null,
  }))
}
