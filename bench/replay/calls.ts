import { isRunUnasked } from '../../packages/cli/src/cli/commands/hook/unasked.ts'
import { Collector } from '../../packages/cli/src/replay/collector.ts'
import { CallJudge, type JudgedCall } from '../../packages/cli/src/replay/judge.ts'
import { findReader, readTranscript } from '../../packages/cli/src/replay/read-transcript.ts'
import type { ReplayCall } from '../../packages/cli/src/replay/transcript.ts'

/** The calls of one transcript, and what the rules of `surety replay` mark in it. */
export interface ReadRun {
  readonly calls: readonly ReplayCall[]
  /** How many calls each rule marks. */
  readonly found: Readonly<Record<string, number>>
}

/** Reads a transcript as `surety replay` does. */
export async function readRun(file: string): Promise<ReadRun> {
  const reader = await findReader(file)
  if ('why' in reader) return { calls: [], found: {} }
  const collector = new Collector({ env: {}, isRunUnasked })
  const about = { path: file, client: reader.id, changed: '' }
  const calls: ReplayCall[] = []
  const told = { bytes: 0, records: 0, damaged: 0, isCut: false }
  for await (const event of readTranscript(file, reader, told))
    if (event.kind === 'change') collector.changed(about, event.session)
    else {
      calls.push(event)
      await collector.add(about, event)
    }
  return { calls, found: collector.report().found }
}

const judge = new CallJudge()

export function judged(call: ReplayCall): Promise<JudgedCall> {
  return judge.judge(call)
}
