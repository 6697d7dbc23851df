import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

import { knownCallOf } from '@surety/client/unstable/programs'
import { quoteWords } from '@surety/internal/quote-words.ts'
import type { GitCall } from './asked-repository.ts'
import { judgeGit } from './git-repository.ts'
import {
  isFolder,
  leavingAmong,
  programFile,
  type ReadLimits,
  type Refusal,
} from './program-file.ts'
import { secretFileAmong } from './secret-files.ts'

type Known = NonNullable<Awaited<ReturnType<typeof knownCallOf>>>

/** A call that only reads, as it is run. */
export type KnownRead = Exclude<Awaited<ReturnType<typeof whyNoRead>>, Refusal>

/** Refuses a call, or returns its words, with those that keep it from running what files name, and what is known of it. */
export async function whyNoRead(words: readonly string[], limits: ReadLimits) {
  const [program = '', ...rest] = words
  const file = programFile(program, limits)
  if (typeof file !== 'string') return refuse('NOT_A_KNOWN_READ', file.why)
  const known = await knownCallOf(words, { hasErrors: false })
  const refusal = whyUnknown(words, known, limits)
  if (refusal !== undefined || known === undefined) return refusal!
  const settings = known.network ? distrusted(known, limits) : undefined
  if (settings !== undefined)
    return refuse(
      'NOT_A_KNOWN_READ',
      `${settings} may send the request to somebody else. Ask a person whether to allow it.`,
    )
  const secret = limits.mayReveal === true ? undefined : whyRevealing(rest, known, limits)
  if (secret !== undefined) return secret
  const outside = limits.mayLeave ? undefined : whyOutside(rest, known, limits)
  if (outside !== undefined) return outside
  const git = basename(known.program) === 'git' ? gitCall(file, rest, known, limits) : null
  const ofGit = git && (await judgeGit(git, limits))
  if (ofGit) return ofGit
  return {
    // The name stays as it was typed: programs print it before their messages.
    words: [program, ...withAdded(rest, known, git)],
    file,
    known,
  }
}

/** Finds settings of the project, or of a folder that the words name, with which a read would speak to somebody else. */
function distrusted(known: Known, { cwd }: ReadLimits): string | undefined {
  const named = [...known.values, ...known.operands].map((word) => resolve(cwd, word))
  const around = [cwd, ...named.filter(isFolder)].flatMap(foldersAbove)
  return Object.entries(known.distrusts)
    .flatMap(([name, pattern]) =>
      around.map((folder) => ({ file: join(folder, name), pattern: new RegExp(pattern, 'm') })),
    )
    .find(({ file, pattern }) => existsSync(file) && pattern.test(readFileSync(file, 'utf8')))?.file
}

/** Lists a folder and those above it; the settings of the home are the person's own. */
function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  if (folder === homedir()) return []
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}

function refuse(code: Refusal['code'], message: string): Refusal {
  return { code, message }
}

function whyUnknown(
  words: readonly string[],
  known: Known | undefined,
  limits: ReadLimits,
): Refusal | undefined {
  const shown = quoteWords(words.slice(0, 3))
  const unknown = (why: string) => refuse('NOT_A_KNOWN_READ', why)
  if (known === undefined)
    return unknown(
      `Nothing is known of '${words[0]}', so it was not run. Ask for permission to run it directly.`,
    )
  if (known.effect === 'change')
    return unknown(
      `'${shown}' changes something, so it was not run. Ask for permission to run it directly.`,
    )
  // A line break in a word becomes another header, or another command of a protocol.
  const isSplit = known.network && words.some((word) => /[\r\n]/.test(word))
  if (known.effect === 'unknown' || known.terminal || known.editor || isSplit)
    return unknown(
      `'${shown}' has words that are not known to only read, so it was not run. Leave them out, or ask for permission to run it directly.`,
    )
  if (known.network && !limits.mayUseNetwork)
    return refuse('NETWORK_READ', `'${shown}' reads from the network; surety read --network does.`)
  return undefined
}

function whyOutside(
  rest: readonly string[],
  known: Known,
  limits: ReadLimits,
): Refusal | undefined {
  const { cwd } = limits
  const outside = (what: string, why: string) =>
    refuse('READ_OUTSIDE', `'${what}' ${why}; surety read --outside reads there.`)
  const tried = known.operands.flatMap((word) => known.suffixes.map((suffix) => word + suffix))
  const places = [cwd, ...withoutScript(rest, known.script, cwd), ...known.values, ...tried]
  const leaving = leavingAmong(places, limits)
  if (leaving !== undefined) return outside(leaving, 'is outside of the folder')
  const folder =
    known.followsInFolders && known.operands.find((word) => isFolder(resolve(cwd, word)))
  const following = known.follows ?? folder
  return typeof following === 'string'
    ? outside(following, 'follows links or lists, which may lead outside of the folder')
    : undefined
}

/** Leaves out a program such as `/x/p`, which looks like a path, unless there is something at that path. */
function withoutScript(words: readonly string[], script: string | undefined, cwd: string) {
  const at = script === undefined || existsSync(resolve(cwd, script)) ? -1 : words.indexOf(script)
  return words.filter((_, index) => index !== at)
}

function whyRevealing(
  rest: readonly string[],
  known: Known,
  limits: ReadLimits,
): Refusal | undefined {
  const secrets = (what: string) =>
    refuse('SHOWS_SECRETS', `${what}. A person sees them with surety read --reveal, at a terminal.`)
  if (known.reveals)
    return secrets(`'${quoteWords([known.program, ...rest].slice(0, 3))}' shows secrets`)
  const file = known.showsNamesOnly
    ? undefined
    : secretFileAmong(
        [...rest.filter((word) => word !== known.script), ...known.values],
        limits,
        basename(known.program) === 'git',
      )
  return file === undefined ? undefined : secrets(`'${file}' holds secrets`)
}

/** Options of git before its command that have the next word as their value. */
const VALUED = /^(?:-[Cc]|--git-dir|--work-tree|--namespace)$/

function gitCall(
  file: string,
  words: readonly string[],
  known: Known,
  { cwd }: ReadLimits,
): GitCall {
  const command = known.command?.split(' ')[0] ?? ''
  // A folder may be called like the command: git -C log log.
  const found = words.findIndex((word, at) => word === command && !VALUED.test(words[at - 1] ?? ''))
  const at = found === -1 ? words.length : found
  const [globals, rest] = [words.slice(0, at), words.slice(at + 1)]
  return { file, globals, command, rest, cwd, known }
}

/** Adds the words that keep a call from running what files name: behind the command of git, else in front. */
function withAdded(
  rest: readonly string[],
  { adds }: Known,
  git: GitCall | null,
): readonly string[] {
  return git && git.command !== ''
    ? [...git.globals, git.command, ...adds, ...git.rest]
    : [...adds, ...rest]
}
