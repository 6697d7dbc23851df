import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { HelpFacts } from './help-facts.ts'
import type { Run, Session } from './session.ts'
import { traceIn } from './stack-trace.ts'

/** A break that was seen once. */
export interface Sight {
  readonly run: Run
  readonly says: string
  /** It counts for less than the rule. */
  readonly isNote?: true
}

export function acceptedFlag(run: Run, facts: HelpFacts): Sight | undefined {
  const flag = run.call.words.find((word) => word.endsWith('surety-no-such-flag'))!
  const said = run.out + run.err
  if (run.stopped === 'waits') return { run, says: `\`${flag}\` was accepted: it starts to run` }
  if (run.exitCode !== 0) return undefined
  const isRefused = REFUSES.test(run.err) || (REFUSES.test(said) && said.includes(flag))
  // It prints the flag as its data, like echo.
  if (!isRefused && run.out.includes(flag)) return undefined
  const warns = /\bwarn/i.test(run.err) && !/\berror\b/i.test(run.err) && run.err.includes(flag)
  if (warns) return { run, says: `\`${flag}\` was only warned of`, isNote: true }
  const isHelp = !isRefused && facts.isHelp && /\busage\b/i.test(said)
  const what = isRefused
    ? 'was refused in words, but with exit 0'
    : isHelp
      ? 'got the help, with exit 0'
      : 'was ignored'
  return { run, says: `\`${flag}\` ${what}` }
}

export const REFUSES =
  /\b(?:unknown|unrecogni[sz]ed|invalid|illegal|unexpected|unsupported|no such|not (?:a )?(?:valid|recogni[sz]ed|known|supported))\b/i

export function brokenPipe({ stopped, err, endedBy }: Run, plain?: Run): string | undefined {
  if (stopped === 'waits') return 'It does not end when nobody reads'
  if (stopped === 'busy' && plain !== undefined && plain.durationMs < 10_000)
    return 'It works on when nobody reads'
  const what =
    traceIn(err, endedBy) ??
    (/^BrokenPipeError|^Exception ignored (?:in|while)/m.test(err)
      ? 'a message of the Python runtime'
      : undefined)
  return what === undefined || (plain !== undefined && traceIn(plain.err) !== undefined)
    ? undefined
    : `It prints ${what} when nobody reads`
}

export function bareProblem(run: Run, plain: Run): string | undefined {
  if (run.stopped === 'busy') return undefined
  const what = traceIn(run.err, run.endedBy)
  if (what !== undefined && traceIn(plain.err) === undefined) return `It ends in ${what}`
  if (run.stopped === 'waits') return 'It does not end'
  return run.exitCode === plain.exitCode ? undefined : `It ends with ${run.exitCode ?? run.endedBy}`
}

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
export const ANSI = /\u001b(?:\[[\d;?]*[A-Za-z]|\])/

export function isColoured(session: Session, words: readonly string[]): boolean {
  if (words.some((word) => /^--?colou?r/i.test(word))) return true
  return session
    .filesIn(words)
    .some((file) => readFileSync(resolve(session.options.cwd, file)).includes(0x1b))
}

/** The lines of an answer in order, without what differs each time. */
export function linesOf({ out }: Run): readonly string[] {
  return out
    .replaceAll(/surety-any-\w+|\b0x[\da-f]+/gi, '#')
    .replaceAll(/\b[\da-f]{7,}(?:-[\da-f]+)*\b|\d+/gi, '#')
    .split('\n')
}

export function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
