import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { runProbe, type ListedCommand, type ProbeEnd } from '@surety/client/unstable/client'
import { helpEntries, type HelpEntry } from '@surety/check/unstable/conformance'
import { yamlWord } from 'surety/unstable/description'
import { withAbsolutePlaces } from '@surety/internal/process/absolute-places.ts'
import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'

export interface AskOptions {
  /** The folder to run it in. */
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** A file to start with, or that the program cannot be started. */
export type Draft =
  | { readonly ok: true; readonly text: string; readonly tool: string; readonly commands: number }
  | { readonly ok: false; readonly startError: string }

/** Runs a program once, without a terminal and without input. */
export function askProgram(
  program: readonly string[],
  words: readonly string[],
  { cwd, env, timeoutMs, signal }: AskOptions,
): Promise<ProbeEnd> {
  return runProbe({
    argv: [...program, ...words],
    env: quietEnvironment(withAbsolutePlaces(env)),
    stdin: { kind: 'closed' },
    timeoutMs,
    maxBytes: MAX_HELP_BYTES,
    ...(cwd !== undefined && { cwd }),
    ...(signal && { signal }),
  })
}

const MAX_HELP_BYTES = 1024 * 1024

export function printedBy({ stdout, stderr }: ProbeEnd): string {
  return stripVTControlCharacters(textOf(stdout.bytes) + textOf(stderr.bytes))
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Names of commands that describe the program or its shell, not its work. */
export const NOT_WORK = new Set(['help', 'version', 'completion', 'completions'])

export function ownName(program: readonly string[]): string {
  const name = basename(program.at(-1)!)
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
  return name || 'tool'
}

/** Writes a text of one line so that YAML reads it as a text. */
export function quoted(text: string): string {
  return yamlWord(oneLine(text))
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
}

export interface DraftedCommand {
  /** Its words; none for the program itself. */
  readonly path: readonly string[]
  readonly summary: string
  readonly danger: ListedCommand['danger']
  /** Its own page of help, if it was asked. */
  readonly page?: string
}

/** Deeper trees and larger ones are not read to their end. */
const MAX_DEPTH = 3
const MAX_PAGES = 100
const PAGES_AT_ONCE = 4

/** Reads the commands of a program from its help and from theirs. One whose help names others counts as a group. */
export async function commandsOfHelp(
  program: readonly string[],
  page: string,
  options: AskOptions,
): Promise<readonly DraftedCommand[]> {
  let pages = 0
  const below = async (path: readonly string[], entries: readonly HelpEntry[]) => {
    const found: DraftedCommand[][] = []
    for (let start = 0; start < entries.length; start += PAGES_AT_ONCE) {
      const some = entries.slice(start, start + PAGES_AT_ONCE)
      found.push(...(await Promise.all(some.map((entry) => read(path, entry, entries)))))
    }
    return found.flat()
  }
  const read = async (
    above: readonly string[],
    { name, summary }: HelpEntry,
    siblings: readonly HelpEntry[],
  ): Promise<DraftedCommand[]> => {
    const path = [...above, name]
    const command = { path, summary, danger: null }
    if (path.length >= MAX_DEPTH || pages >= MAX_PAGES) return [command]
    pages += 1
    const end = await askProgram(program, [...path, '--help'], options)
    const shown = printedBy(end)
    const inner = entriesOf(shown, program, path)
    // A program that shows the same page again has no help for this command.
    const isSame = inner.some((entry) => siblings.some((each) => each.name === entry.name))
    if (inner.length === 0 || isSame) return [isSame ? command : { ...command, page: shown }]
    return below(path, inner)
  }
  const entries = entriesOf(page, program, [])
  if (entries.length > 0) return below([], entries)
  return /\bcommands?\b/i.test(page) ? [] : [{ path: [], summary: '', danger: null }]
}

/** Reads the entries of a page, whose lines may repeat the words before the command. */
function entriesOf(page: string, program: readonly string[], path: readonly string[]) {
  const file = basename(program.at(-1)!)
  const names = new Set([file, file.replace(/\.\w+$/, ''), ...repeatedName(page)])
  const lines = page.split('\n').flatMap((line) => {
    const [indent = ''] = /^\s*/.exec(line) ?? []
    if (indent === '') return [/^topics$/i.test(line.trim()) ? 'Topic commands' : line]
    let rest = line.slice(indent.length)
    const drop = (word: string) => {
      if (rest.startsWith(`${word} `)) rest = rest.slice(word.length + 1)
    }
    for (const name of names) drop(name)
    for (const word of path) drop(word)
    // gh writes a colon behind the name.
    rest = rest.replace(/^([a-z][a-z0-9-]*): +(?=\S)/, '$1  ')
    // What remains of a line about the group itself starts with the gap before its explanation.
    return rest.startsWith(' ') || names.has(rest) ? [] : [indent + rest]
  })
  return helpEntries(lines.join('\n')).filter(({ name }) => !NOT_WORK.has(name))
}

/** Returns the name of the program if every line of a list of commands begins with it. */
function repeatedName(page: string): readonly string[] {
  const list = /^commands:?[ \t]*\n((?:[ \t]+\S.*(?:\n|$))+)/im.exec(page)?.[1] ?? ''
  const name = /^[^\S\n]+(\S+) [a-z]/m.exec(list)?.[1]
  const lines = list.split('\n').map((line) => line.trim())
  const isRepeated = lines.every((line) => line === '' || line.startsWith(`${name} `))
  return name !== undefined && isRepeated ? [name] : []
}
