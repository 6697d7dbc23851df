import { stripVTControlCharacters } from 'node:util'

import type * as Oclif from '@oclif/core'

import { withoutPrinting } from '../engine.ts'
import type { ForeignError, ForeignProgram, RefusedWords } from '../model/foreign-program.ts'
import { ownsFlag } from '../words/option-table.ts'
import { readTree } from './read-tree.ts'

/** The copy of oclif that a program uses. */
export type OclifCore = typeof Oclif

export async function hasFlag(core: OclifCore, folder: string, flag: string): Promise<boolean> {
  const config = await withoutPrinting(() => core.Config.load(folder))
  const hasJson = flag === '--json' && config.commands.some((each) => each.enableJsonFlag)
  return hasJson || ownsFlag(readTree(config), flag)
}

export async function ownsCommand(core: OclifCore, folder: string, word: string): Promise<boolean> {
  const config = await withoutPrinting(() => core.Config.load(folder))
  return readTree(config).commands.some(
    ({ name, aliases }) => name === word || aliases.includes(word),
  )
}

export async function readOclif(core: OclifCore, folder: string): Promise<ForeignProgram> {
  const config = await core.Config.load(folder)
  const refused = new WeakSet<object>()
  return {
    name: config.bin,
    version: config.version,
    description: config.pjson.description ?? '',
    root: readTree(config),
    putsCommandFirst: true,
    invoke: async (words) => {
      const { id, rest } = commandIn(config, words)
      const command = id === null ? config.commands[0] : config.findCommand(id)
      if (command) watchParser((await command.load()).prototype, refused)
      return core.run(id === null ? [...words] : [id, ...rest], config)
    },
    classify: (error) => classify(error, refused),
  }
}

/** Finds the command that the first words name; a program that is one command has no words for it. */
function commandIn(
  config: Oclif.Interfaces.Config,
  words: readonly string[],
): { readonly id: string | null; readonly rest: readonly string[] } {
  if (config.isSingleCommandCLI) return { id: null, rest: words }
  for (let count = words.length; count > 0; count -= 1) {
    const id = words.slice(0, count).join(':')
    if (config.findCommand(id)) return { id, rest: words.slice(count) }
  }
  return { id: words[0] ?? '', rest: words.slice(1) }
}

const watched = new WeakMap<object, { refused: WeakSet<object> }>()

/** Notes the errors with which a command reads its words, inside `run()`: they may be of any class. */
function watchParser(prototype: object, refused: WeakSet<object>): void {
  let owner: object | null = prototype
  while (owner && !Object.hasOwn(owner, 'parse')) owner = Object.getPrototypeOf(owner) as object
  if (!owner) return
  const known = watched.get(owner)
  if (known) {
    known.refused = refused
    return
  }
  const holder = { refused }
  watched.set(owner, holder)
  const methods = owner as { parse: (...given: unknown[]) => Promise<unknown> }
  const { parse } = methods
  methods.parse = async function (...given) {
    try {
      return await Reflect.apply(parse, this, given)
    } catch (error) {
      if (typeof error === 'object' && error !== null) holder.refused.add(error)
      throw error
    }
  }
}

function classify(error: unknown, refused: WeakSet<object>): ForeignError {
  if (typeof error !== 'object' || error === null) return { kind: 'thrown' }
  if (refused.has(error)) return { kind: 'refused', problem: readRefusal(error) }
  const { oclif, code } = error as {
    readonly oclif?: { readonly exit?: unknown }
    readonly code?: unknown
  }
  if (typeof oclif?.exit !== 'number') return { kind: 'thrown' }
  // `this.exit()` has no message of its own.
  return {
    kind: 'exit',
    code: oclif.exit,
    ...(code !== 'EEXIT' && { message: textOf(error) }),
  }
}

/** What oclif calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  NonExistentFlagsError: 'UNKNOWN_FLAG',
  RequiredArgsError: 'MISSING_ARGUMENT',
  UnexpectedArgsError: 'UNEXPECTED_ARGUMENT',
  FlagInvalidOptionError: 'INVALID_CHOICE',
  ArgInvalidOptionError: 'INVALID_CHOICE',
}

function readRefusal(error: unknown): RefusedWords {
  const message = textOf(error)
  const name = error instanceof Error ? error.constructor.name : ''
  const param = /--[A-Za-z][\w-]*/.exec(message)?.[0] ?? 'input'
  return { code: CODES[name] ?? 'INVALID_VALUE', message, param }
}

/** Takes the colours and the advice for people out of a message. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text)
    .replace(/\s*\nSee more help with --help\s*$/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
}
