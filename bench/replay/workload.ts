import { parseLine, partsIn } from '../../packages/client/src/shell/index.ts'
import type { ReplayCall } from '../../packages/cli/src/replay/transcript.ts'

/** What agents type, in shares of a hundred. */
export interface Workload {
  readonly commands: number
  readonly plain: number
  readonly pipe: number
  readonly head_or_tail: number
  readonly and: number
  readonly heredoc: number
  readonly stderr_joined: number
  readonly stderr_dropped: number
  readonly median_characters: number
  readonly p90_characters: number
}

/** Counts how commands are made, and how much they print. */
export class WorkloadCount {
  readonly #sizes: number[] = []
  readonly #counts = { plain: 0, pipe: 0, ends: 0, and: 0, heredoc: 0, joined: 0, dropped: 0 }

  add({ command, length, hasOutput }: ReplayCall): void {
    const line = parseLine(command)
    this.#sizes.push(hasOutput === false ? 0 : length)
    const counts = this.#counts
    if (/<<-?\s{0,4}['"\\]?\w/.test(command)) counts.heredoc += 1
    if (/2>&1/.test(command)) counts.joined += 1
    if (/2>\s?\/dev\/null/.test(command)) counts.dropped += 1
    if ('why' in line) return
    const parts = partsIn(line)
    const pipelines = line.statements.flatMap((statement) => statement.pipelines)
    const [only] = parts
    const isPlain = only?.kind === 'simple' && only.redirects.length === 0
    if (parts.length === 1 && isPlain) counts.plain += 1
    if (pipelines.some((pipeline) => pipeline.pipes.length > 0)) counts.pipe += 1
    if (line.statements.some(({ joints }) => joints.includes('&&'))) counts.and += 1
    const last = pipelines.at(-1)
    const end = last && last.parts.length > 1 ? last.parts.at(-1) : undefined
    const isEnd = end?.kind === 'simple' && /^(?:head|tail)$/.test(end.words[0]?.text ?? '')
    if (isEnd) counts.ends += 1
  }

  result(): Workload {
    const sizes = this.#sizes.toSorted((one, other) => one - other)
    const at = (share: number) => sizes[Math.floor(share * (sizes.length - 1))] ?? 0
    const of = (count: number) => Math.round((100 * count) / Math.max(1, sizes.length))
    const { plain, pipe, ends, and, heredoc, joined, dropped } = this.#counts
    return {
      commands: sizes.length,
      plain: of(plain),
      pipe: of(pipe),
      head_or_tail: of(ends),
      and: of(and),
      heredoc: of(heredoc),
      stderr_joined: of(joined),
      stderr_dropped: of(dropped),
      median_characters: at(0.5),
      p90_characters: at(0.9),
    }
  }
}
