import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { JsonObject } from '../../contract/index.ts'
import { knownCallOf, knownEnd } from '../../description/index.ts'
import { given } from '../../internal/given.ts'
import {
  callOf,
  followTrace,
  hiddenLine,
  parseLine,
  partsIn,
  shortText,
  tracePrelude,
  unsaidIn,
  whyBare,
  type EndedPart,
  type Line,
  type TracedLine,
} from '../../shell/index.ts'
import type { KnownEnd, KnownProgram, Printed } from '../read/plain-outcome.ts'
import { readsOnly } from './line-reads.ts'

/**
 * Says what is known of a line that a shell runs. The line runs as it is; bash is asked how every part of it ends, so
 * that a failure behind a pipe is seen.
 */
export async function lineProgram(
  { shell, line: text }: { readonly shell: string; readonly line: string },
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<KnownProgram> {
  const line = parseLine(text)
  if ('why' in line) return unwatched(line.why)
  const parts = partsIn(line)
  const [only] = parts
  const isAlone = parts.length === 1 && only?.kind === 'simple'
  const why = whyUnwatched(shell, text, line)
  const reads = shell === 'bash' && (await readsOnly(line))
  if (isAlone) {
    const understand: KnownProgram['understand'] = async (exit, printed) =>
      exit === 0 ? undefined : endOf({ part: only, exit }, printed, cwd)
    return { reads, ...(await shortOf(parts, cwd)), understand }
  }
  if (why !== undefined) return { ...unwatched(why), reads }
  const folder = mkdtempSync(join(tmpdir(), 'surety-line-'))
  const [log, prelude] = [join(folder, 'log'), join(folder, 'prelude')]
  writeFileSync(prelude, tracePrelude(log, env['BASH_ENV'] || undefined))
  return {
    reads,
    ...(await shortOf(parts, cwd)),
    env: { BASH_ENV: prelude },
    hasParts: true,
    close: () => rmSync(folder, { recursive: true, force: true }),
    understand: async (exit, printed) => {
      const traced = followTrace(line, textOf(log), exit)
      return traced
        ? lineEnd(traced, exit, printed, cwd)
        : unknownParts('Its parts do not fit the line.')
    },
  }
}

/** Gives the short form of a line: that of the one part whose output has one, also behind `| tail`. */
async function shortOf(parts: ReturnType<typeof partsIn>, cwd?: string) {
  const calls = await Promise.all(
    parts.map(async (part) => {
      const words = callOf(part, cwd)
      return words && (await knownCallOf(words, { hasErrors: false }))
    }),
  )
  const forms = calls.flatMap((call) => call?.short ?? [])
  return forms.length === 1 ? { short: forms[0]! } : {}
}

function whyUnwatched(shell: string, text: string, line: Line): string | undefined {
  return shell === 'bash' ? whyBare(text, line) : `The line ran in ${shell}, which does not tell.`
}

function unwatched(why: string): KnownProgram {
  return { reads: false, hasParts: true, understand: async () => unknownParts(why) }
}

function unknownParts(why: string): KnownEnd {
  return { meta: { parts_unknown: why } }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The shell was ended before it wrote anything.
    return ''
  }
}

async function lineEnd(
  traced: TracedLine,
  exit: number,
  printed: Printed,
  cwd?: string,
): Promise<KnownEnd> {
  const failed = traced.parts.filter((part) => part.exit !== 0)
  const meta: JsonObject = failed.length === 0 ? {} : { parts: failed.map(shown) }
  if (exit !== 0) {
    const last = traced.parts.findLast((part) => part.exit === exit)
    return { ...(last && (await endOf(last, printed, cwd))), ...(failed.length > 1 && { meta }) }
  }
  const { hidden, tolerated } = await unsaidIn(traced, cwd)
  const [first] = hidden
  if (first === undefined) {
    const warnings = tolerated.map(
      (part) => `${shortText(part.part)} ended with ${part.exit}; the line goes on after that.`,
    )
    return { ...(tolerated.length > 0 && { meta, warnings }) }
  }
  const own = await endOf(first, printed, cwd)
  const failure = own?.exit === undefined ? undefined : own
  const message = hiddenLine(first, traced.count, failure?.code)
  return {
    exit: failure?.exit ?? 'GENERAL_ERROR',
    code: failure?.code ?? 'HIDDEN_FAILURE',
    message,
    ...given({ suggestion: failure?.suggestion, detail: failure?.message }),
    meta: { ...meta, hidden: true },
  }
}

function shown({ number, part, exit }: EndedPart): JsonObject {
  return { part: number, command: shortText(part), exit_code: exit }
}

/** Says what the end of a part means, by the description of its program. */
async function endOf(
  { part, exit }: Pick<EndedPart, 'part' | 'exit'>,
  { stdout, stderr }: Printed,
  cwd?: string,
): Promise<KnownEnd | undefined> {
  const words = callOf(part, cwd)
  const known = words && (await knownCallOf(words))
  if (known === undefined) return undefined
  // What it says on stderr is in the output of the line where the line puts it there.
  const isJoined = part.kind === 'simple' && part.redirects.some(({ to }) => to === 'stdout')
  const all = isJoined ? `${stderr}\n${stdout}` : stderr
  const { answer, failure, line } = knownEnd(known, { exit, stdout, stderr: all })
  if (answer !== undefined) return { success: answer }
  if (failure === undefined) return undefined
  return given({
    exit: failure.exit,
    code: failure.code,
    message: line || undefined,
    suggestion: failure.suggestion,
  })
}
