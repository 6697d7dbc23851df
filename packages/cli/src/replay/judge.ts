import { loadLineReads, loadMissed } from '@surety/client/unstable/client'
import { knownCallOf, knownEnd } from '@surety/client/unstable/programs'
import { callOf, parseLine, partsIn, type Line, type Part } from '@surety/client/unstable/shell'
import type { ReplayCall } from './transcript.ts'

type Known = NonNullable<Awaited<ReturnType<typeof knownCallOf>>>
type Missed = Awaited<ReturnType<Awaited<ReturnType<typeof loadMissed>>['missedOf']>>

/** A command of a line, and what is known of it. */
export interface JudgedPart {
  readonly part: Part
  /** Without the programs that start it; undefined for a loop and the like. */
  readonly words: readonly string[] | undefined
  readonly known: Known | undefined
}

/** What is known of a line, whatever it printed. */
export interface JudgedLine {
  readonly line: Line | undefined
  readonly parts: readonly JudgedPart[]
  /** The only command, if there is one, beside `cd` and filters behind it. */
  readonly main: JudgedPart | undefined
  /** Whether every command of it is known to only read. */
  readonly isRead: boolean
}

/** A call with what is known of it; rules look at nothing else. */
export interface JudgedCall extends JudgedLine {
  readonly call: ReplayCall
  /** What a hook after the call would say. */
  readonly missed: Missed
  /** What its end means, by the description of its main command. */
  readonly end: ReturnType<typeof knownEnd>
}

const MAX_LINE = 16_384
const MAX_KEPT = 2000

/** Judges calls. The same lines come again and again, so what is known of some thousands is kept. */
export class CallJudge {
  readonly #lines = new Map<string, JudgedLine>()

  async judge(call: ReplayCall): Promise<JudgedCall> {
    const line = await this.#line(call.command)
    const hasRun = call.isRefused !== true && call.hasOutput !== false
    const { missedOf } = await loadMissed()
    const { command, output, exit } = call
    // A transcript may come from another machine: nothing is looked up on this one.
    const place = { cwd: NOWHERE, env: { SURETY_STATE_DIR: NOWHERE } }
    const isLong = command.length > MAX_LINE
    const missed = hasRun && !isLong ? await missedOf({ command, output, exit }, place) : undefined
    const known = line.main?.known
    const end =
      known && exit !== undefined && exit !== 0
        ? knownEnd(known, { exit, stdout: output, stderr: output })
        : {}
    return { ...line, call, missed, end }
  }

  async #line(command: string): Promise<JudgedLine> {
    const known = this.#lines.get(command)
    if (known !== undefined) return known
    const judged = await judgeLine(command)
    if (this.#lines.size >= MAX_KEPT) this.#lines.clear()
    this.#lines.set(command, judged)
    return judged
  }
}

/** A folder that is not there. */
const NOWHERE = '/nonexistent'
const UNKNOWN: JudgedLine = { line: undefined, parts: [], main: undefined, isRead: false }
/** Commands that print nothing of their own, and filters. */
const AROUND =
  /^(?:cd|pushd|popd|export|set|true|:|head|tail|cat|grep|sort|uniq|wc|jq|sed|awk|cut|tr|tee|less|column)$/

async function judgeLine(command: string): Promise<JudgedLine> {
  const line = command.length > MAX_LINE ? undefined : parseLine(command)
  if (line === undefined || 'why' in line) return UNKNOWN
  const parts = await Promise.all(
    partsIn(line).map(async (part): Promise<JudgedPart> => {
      const words = callOf(part, NOWHERE)
      return { part, words, known: words && (await knownCallOf(words)) }
    }),
  )
  const { readsOnly } = await loadLineReads()
  const own = parts.filter(({ words }) => !AROUND.test(words?.[0] ?? ''))
  const main = parts.length === 1 ? parts[0] : own.length === 1 ? own[0] : undefined
  return { line, parts, main, isRead: await readsOnly(line) }
}
