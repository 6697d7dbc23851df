import { isAgent } from '@surety/internal/process/agent-caller.ts'
import { appName } from './app-name.ts'
import type { AnswerOptions } from './options.ts'

/** How a call asks for an answer. */
export interface Asked {
  /** Words of ours, by their place among those of the call. */
  readonly at: readonly number[]
  readonly format?: string | undefined
  readonly envelope?: string | undefined
  readonly by: 'flag' | 'variable' | 'manifest' | 'agent' | 'child'
}

/** Formats that `--format` may name; a word that is none of them is left to the program. */
export const FORMATS = /^(?:json|jsonl|yaml|toon|md|plain)$/
const FLAG = /^(--(?:json$|(format|envelope)(?=$|=)))(?:=(.*))?$/s
const ENVELOPES = /^[a-z]+(?:-[\w.]+)?$/

/** Names the descriptor on which a program that runs as a child of itself notes how it ended. */
export const CHILD_VARIABLE = 'SURETY_ADOPT_CHILD'
/** Says to children that their output belongs to an answer that is being made. */
export const CAUGHT_VARIABLE = 'SURETY_ADOPT_CAUGHT'

/** Tests for the word that lists commands; who knows them gives the tag of what is known. */
export const asksManifest = (words: readonly string[]): boolean =>
  /^manifest(?: --etag[ =]\S+)?$/.test(words.join(' '))

/** Gives a program back, or calls what loads it, which a call in a child of its own needs once. */
export function begin(program: unknown, { isolate }: AnswerOptions): unknown {
  const isLoader = isolate === true && typeof program === 'function' && !('prototype' in program)
  return isLoader ? (program as () => unknown)() : program
}

/** Finds out whether a call asks for an answer; null in all other cases, which must not notice us. */
export function findAsked(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  options: AnswerOptions,
  hasProgram: boolean,
): Asked | null {
  if (env[CHILD_VARIABLE]) return { at: [], by: 'child' }
  const flags = findFlags(words, options.ownFlags ?? [])
  const variables = findVariables(env, options)
  if (flags) return { ...variables, ...flags, by: 'flag' }
  if (variables) return { ...variables, at: [], by: 'variable' }
  if (hasProgram && asksManifest(words)) return { at: [], by: 'manifest' }
  if (options.agents && !env[CAUGHT_VARIABLE] && isAgent(env)) return { at: [], by: 'agent' }
  return null
}

function findFlags(words: readonly string[], own: readonly string[]) {
  const at: number[] = []
  const found: { format?: string; envelope?: string } = {}
  for (let place = 0; place < words.length && words[place] !== '--'; place++) {
    const [, flag = '', name, joined] = FLAG.exec(words[place]!) ?? []
    if (flag === '' || own.includes(flag)) continue
    const value = joined ?? words[place + 1] ?? ''
    if (name === undefined) found.format ??= 'json'
    else if ((name === 'format' ? FORMATS : ENVELOPES).test(value))
      found[name as 'format' | 'envelope'] = value
    else continue
    at.push(place)
    if (name !== undefined && joined === undefined) at.push(++place)
  }
  return at.length > 0 ? { ...found, at } : null
}

/** The name of the app is looked up only where a variable could be meant. */
function findVariables(env: NodeJS.ProcessEnv, options: AnswerOptions) {
  const isGiven = (name: string) => /_(?:FORMAT|ENVELOPE)$/.test(name) && env[name] !== ''
  if (!Object.keys(env).some(isGiven)) return null
  const prefix = envPrefix(options)
  if (prefix === null) return null
  const format = env[`${prefix}_FORMAT`] || undefined
  const envelope = env[`${prefix}_ENVELOPE`] || undefined
  return format || envelope ? { format, envelope } : null
}

/** The first part of the variables that ask: `MY_TOOL` of `my-tool`. */
export function envPrefix(options: AnswerOptions): string | null {
  const name = options.name ?? appName()
  if (name === null) return null
  return name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '')
}
