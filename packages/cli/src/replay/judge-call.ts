import { loadMissed } from '@surety/client/unstable/client'
import type { Secrets } from './secrets.ts'
import type { ReplayCall } from './transcript.ts'

/** What is listed, and what each is called. */
export const KINDS = {
  hidden_failure: 'Failures that the exit hid',
  stopped_list: 'Lists that stopped at a default limit',
  shown_secret: 'Secrets shown',
} as const

export type Kind = keyof typeof KINDS

/** What was missed in a call, in one line. */
export interface Missed {
  readonly kind: Kind
  readonly says: string
}

const MAX_COMMAND = 16_384

/** Says what was missed in a call. A line is judged by the rule of `surety sh`. */
export async function judgeCall(call: ReplayCall, secrets: Secrets): Promise<readonly Missed[]> {
  const { command, output, exit, hasRun } = call
  const found = secretsIn(call, secrets)
  if (!hasRun || command.length > MAX_COMMAND) return found
  const { missedOf } = await loadMissed()
  // A transcript may come from another machine: nothing is looked up on this one.
  const missed = await missedOf({ command, output, exit }, null)
  const { kind, note: says = '' } = missed ?? {}
  return kind === undefined || kind === 'doubt' ? found : [{ kind, says }, ...found]
}

function secretsIn({ output, command }: ReplayCall, secrets: Secrets): readonly Missed[] {
  const [printed, typed] = [secrets.find(output), secrets.find(command)]
  const [count, where] = printed > 0 ? [printed, 'output'] : [typed, 'command itself']
  if (count === 0) return []
  const says = `${count === 1 ? 'a secret' : `${count} secrets`} in the ${where}`
  return [{ kind: 'shown_secret', says }]
}
