import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

import type { Description } from 'surety/unstable/description'
import {
  GRAMMAR_FACTS,
  GRAMMAR_IDS,
  GrammarError,
  loadGrammar,
  unreadMembers,
  type DescriptionLoss,
  type GrammarId,
} from 'surety/unstable/grammars'
import { placeOf, programFile } from '@surety/client/unstable/client'
import { askProgram, printedBy, textOf, type AskOptions } from '../draft/ask-program.ts'
import { describeByHelp } from './help-description.ts'

/** How a program was found to describe itself. */
export interface FoundDescription {
  readonly format: GrammarId | 'help'
  /** The words that it was asked with, or the file beside it. */
  readonly by: string
  readonly description: Description
  /** What the document says and a description has no member for. */
  readonly losses: readonly DescriptionLoss[]
}

/** What was found, or that the program cannot be started, or describes itself in no way that is known. */
export type Asked =
  | { readonly ok: true; readonly found: FoundDescription }
  | { readonly ok: false; readonly startError?: string }

/**
 * Finds out how a program describes itself: by a file beside it, by asking in the order of the registry, by its help.
 * A program that does not know a word may take it for the name of a file. So it runs in an empty folder, without
 * input, and a word without dashes is tried only if its help names it or nothing else could be meant.
 */
export async function askDescription(
  words: readonly string[],
  { from, ...options }: AskOptions & { readonly from?: GrammarId | 'help' },
): Promise<Asked> {
  const ids = GRAMMAR_IDS.filter((id) => from === undefined || from === id)
  const program = wherever(words)
  const name = basename(program.at(-1)!).replace(/\.(?:[cm]?[jt]s|py|rb|exe|sh)$/, '')
  const beside = await readBeside(program, ids, name, options)
  if (beside) return { ok: true, found: beside }
  const cwd = mkdtempSync(join(tmpdir(), 'surety-describe-'))
  try {
    const there = { ...options, cwd }
    const help = await askProgram(program, ['--help'], there)
    if (help.startError !== null) return { ok: false, startError: help.startError }
    const page = printedBy(help)
    for (const id of ids)
      for (const asked of GRAMMAR_FACTS[id].asks ?? []) {
        const { helpHas = '' } = GRAMMAR_FACTS[id]
        const found =
          page.includes(helpHas) &&
          mayAsk(asked, page) &&
          (await ask(program, id, asked, name, there))
        if (found) return { ok: true, found }
      }
    if (from !== undefined && from !== 'help') return { ok: false }
    const description = await describeByHelp(program, help, there)
    if (description === undefined) return { ok: false }
    const by = `${name} --help`
    return { ok: true, found: { format: 'help', by, description, losses: [] } }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

/** Returns the words so that they name the same files from another folder. */
function wherever(words: readonly string[]): readonly string[] {
  return words.map((word, index) =>
    word.includes('/') || (index > 0 && !word.startsWith('-') && existsSync(word))
      ? resolve(word)
      : word,
  )
}

/** `__schema` is hidden from help, and no file is called so. */
function mayAsk([first = '']: readonly string[], page: string): boolean {
  if (/^(?:-|__)/.test(first)) return true
  return new RegExp(String.raw`(?<![\w-])${first}\b`).test(page)
}

async function readBeside(
  program: readonly string[],
  ids: readonly GrammarId[],
  name: string,
  { env }: AskOptions,
): Promise<FoundDescription | undefined> {
  const file = programFile(program.at(-1)!, placeOf({}, { ...env }))
  if (file === undefined) return undefined
  const home = packageHome(file)
  for (const id of ids) {
    const { beside, inPackage } = GRAMMAR_FACTS[id]
    const places = [
      ...(beside === undefined ? [] : [`${file}${beside}`]),
      ...(inPackage === undefined || home === undefined ? [] : [join(home, inPackage)]),
    ]
    for (const path of places.filter((place) => existsSync(place))) {
      const found = await readAs(id, readFileSync(path, 'utf8'), name)
      if (found) return { ...found, by: path }
    }
  }
  return undefined
}

/** Finds the folder of the npm package that a program belongs to. */
function packageHome(file: string): string | undefined {
  for (
    let folder = dirname(realpathSync(file));
    folder !== dirname(folder);
    folder = dirname(folder)
  )
    if (existsSync(join(folder, 'package.json'))) return folder
  return undefined
}

async function ask(
  program: readonly string[],
  id: GrammarId,
  words: readonly string[],
  name: string,
  options: AskOptions,
): Promise<FoundDescription | undefined> {
  const { exitCode, stdout } = await askProgram(program, words, options)
  const text = textOf(stdout.bytes)
  // Most programs refuse such words, and what they print then is no description.
  if (exitCode !== 0 || text.trim() === '') return undefined
  const found = await readAs(id, text, name)
  return found && { ...found, by: [name, ...words].join(' ') }
}

async function readAs(id: GrammarId, text: string, name: string) {
  const format = await loadGrammar(id)
  try {
    const read = await format.read(text, { name })
    const losses = await unreadMembers(format, read)
    return { format: id, description: read.description, losses }
  } catch (error) {
    if (error instanceof GrammarError) return undefined
    throw error
  }
}
