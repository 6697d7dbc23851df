import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { JsonObject } from 'surety/unstable/contract'
import { knownCallOf, settlesOf } from '../../programs/index.ts'
import { given } from '@surety/internal/given.ts'
import { judgeParts, observe, parseLine, partsIn, wordsOf } from '../../shell/index.ts'
import type { KnownEnd, KnownProgram, Printed } from '../read/plain-outcome.ts'
import { listIn } from './line-list.ts'
import { stopNote } from './list-cap.ts'
import { readsOnly } from './line-reads.ts'

/**
 * Says what is known of a line that a shell runs. Bash tells how every part of it ends, and the judge what that means; of
 * one that has ended, only its text and what it printed.
 */
export async function lineProgram(
  shell: string,
  text: string,
  env: NodeJS.ProcessEnv,
  hasEnded = false,
): Promise<KnownProgram> {
  // What another shell makes of the same text may be something else, so nothing is concluded from it.
  if (!POSIX.has(shell)) return unwatched(`The line ran in ${shell}, whose lines are not judged.`)
  const line = parseLine(text)
  if ('why' in line) return unwatched(line.why)
  const list = await listIn(line)
  // A line of one part ends as the part does, in any of them.
  const isOne = observe(text, { to: 1 }).text === text
  const isHeard = isOne || (shell === 'bash' && !hasEnded)
  const watch: Watch = isHeard ? openWatch(text) : { why: hasEnded ? UNSEEN : unheard(shell) }
  const { log, why } = watch
  return {
    reads: shell === 'bash' && (await readsOnly(line)),
    leavesRest: true,
    mayHide: true,
    ...(await factsOf(partsIn(line), env)),
    ...given({ line: watch.text, close: watch.close }),
    understand: async (exit, printed) => {
      const end = lineEnd(text, exit, printed, log?.(), why)
      return list && exit === 0 && end.exit === undefined
        ? withNote(end, stopNote(list, printed.stdout))
        : end
    },
  }
}

const UNSEEN = 'Nobody saw how the parts of the line ended.'

function unheard(shell: string): string {
  return `The line ran in ${shell}, which does not tell how the parts of a line ended.`
}

interface Watch {
  /** The text to run in the place of the line. */
  readonly text?: string
  readonly log?: () => string
  readonly close?: () => void
  readonly why?: string
}

/** Prepares what tells of the parts; a full disk, or a missing folder for such files, is no reason not to run a line. */
export function openWatch(line: string): Watch {
  let folder: string | undefined
  const close = () => folder && rmSync(folder, { recursive: true, force: true })
  try {
    if (observe(line, { to: 1 }).text === line) {
      const { why } = observe(line, { to: 1 })
      return why === undefined ? { log: () => '' } : { why }
    }
    folder = mkdtempSync(join(tmpdir(), 'surety-line-'))
    const file = join(folder, 'log')
    // An empty file can be made where not a byte has room.
    writeFileSync(file, '\n')
    truncateSync(file)
    const { text } = observe(line, { to: file })
    return { text, log: () => textOf(file), close: () => void close() }
  } catch (error) {
    close()
    const { code } = error as NodeJS.ErrnoException
    return { why: `The watch of the line could not be written to ${tmpdir()} (${code}).` }
  }
}

/** Shells whose simple lines mean the same as in bash. */
const POSIX: ReadonlySet<string> = new Set(['bash', 'dash', 'sh'])

/** Gives the read that settles a line, if one part has it, also behind `| tail`. */
async function factsOf(parts: ReturnType<typeof partsIn>, env: NodeJS.ProcessEnv) {
  const calls = await Promise.all(
    parts.map((part) => knownCallOf(wordsOf(part), { hasErrors: false })),
  )
  const [settles, ...others] = calls.flatMap((call) =>
    [(call && settlesOf(call)) ?? []].filter((read) => read.length > 0),
  )
  const names = calls.flatMap((call) => call?.asGiven ?? [])
  return {
    ...(settles && others.length === 0 && { settles }),
    env: Object.fromEntries(names.map((name) => [name, env[name]])),
  }
}

function withNote(end: KnownEnd = {}, note: ReturnType<typeof stopNote>): KnownEnd {
  if (note === undefined) return end
  const warnings = [...(end.warnings ?? []), ...note.warnings]
  return { ...end, warnings, meta: { ...end.meta, ...note.meta } }
}

function unwatched(why: string): KnownProgram {
  return {
    reads: false,
    mayHide: true,
    leavesRest: true,
    understand: async () => ({ meta: { parts_unknown: why } }),
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The shell was ended before it wrote anything.
    return ''
  }
}

function lineEnd(
  line: string,
  exit: number,
  printed: Printed,
  statuses: string | undefined,
  why: string | undefined,
): KnownEnd {
  const { judged, failure, parts } = judgeParts({ line, exit, statuses, ...printed })
  const { ok, hidden, code, note, message } = judged
  const unknown =
    why ?? (ok === null && exit === 0 ? 'A part runs on, or hides how it ended.' : undefined)
  const meta: JsonObject = {
    ...(parts.length > 0 && { parts: parts.map((part) => ({ ...part })) }),
    ...(hidden && { hidden }),
    ...given({ parts_unknown: unknown }),
  }
  if (ok !== false)
    return exit === 0 || ok === null ? { meta } : { success: 'The answer is no', meta }
  // What is not known of the program is read from its output as ever.
  if (!hidden && failure === undefined) return { meta }
  const own = code === null || code === 'COMMAND_FAILED' ? 'HIDDEN_FAILURE' : code
  return {
    exit: failure?.exit ?? 'GENERAL_ERROR',
    code: own,
    ...given({ message: (hidden ? note : message) ?? undefined, suggestion: failure?.suggestion }),
    ...given({ detail: hidden ? (message ?? undefined) : undefined }),
    meta,
  }
}

/** Tests whether the output of a line is a list that may have stopped by itself. */
export async function mayList(text: string): Promise<boolean> {
  const line = parseLine(text)
  return !('why' in line) && (await listIn(line)) !== undefined
}

export { judgeLine } from '../../shell/index.ts'
