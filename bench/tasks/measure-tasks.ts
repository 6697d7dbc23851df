import { Agent } from './agent/agent.ts'
import { createDraws } from './agent/random.ts'
import type { Policy } from './policies/policy.ts'
import { unsafeRepeats, type Task } from './tasks.ts'
import type { Build, World } from './world.ts'

/** What came of one run. */
export interface RunResult {
  /** The user has what was wanted, once, and was told the truth. */
  readonly success: boolean
  /** The agent said something definite that is false. */
  readonly wrong: boolean
  readonly unsure: boolean
  readonly calls: number
  readonly tokens: number
  readonly unsafeRepeats: number
  /** What was typed, for whoever wants to see why. */
  readonly lines: readonly string[]
  readonly said: string | undefined
  readonly truth: string
}

/** Runs one task with one agent; the same seed has the same habits with every build. */
export async function runTask(
  { world, build }: { readonly world: World; readonly build: Build },
  { task, policy, seed }: { readonly task: Task; readonly policy: Policy; readonly seed: number },
  tokensOf: (text: string) => number,
): Promise<RunResult> {
  const draw = createDraws(`${task.name} ${policy.seedName ?? policy.name} ${seed}`)
  const start = { state: task.state(), rows: task.rows ?? '' }
  const agent = new Agent({ world, build, policy, draw }, start)
  const said = await task.work(agent)
  const truth = task.truth(agent.state)
  const repeats = unsafeRepeats(agent.state)
  return {
    success: said === truth && truth === task.goal && repeats === 0,
    wrong: said !== undefined && said !== truth,
    unsure: said === undefined,
    calls: agent.calls.length,
    tokens: agent.calls.reduce((sum, { line, text }) => sum + tokensOf(line) + tokensOf(text), 0),
    unsafeRepeats: repeats,
    lines: agent.calls.map(({ line }) => line),
    said,
    truth,
  }
}
