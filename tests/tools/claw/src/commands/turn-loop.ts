import { setTimeout as sleep } from 'node:timers/promises'

import { defineCommand, s } from 'surety'

import { STOP_REASONS, TurnEngine, type StopReason, type Turn } from '../turn-engine.ts'
import { turnSchema } from '../turn-schema.ts'

export const command = defineCommand({
  description: 'Runs several turns on a prompt, within a time limit',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The turns ran',
    TIMEOUT: { description: 'The time limit passed between two turns', sideEffects: 'none' },
    GENERAL_ERROR: 'A signal cancelled the turns',
  },
  errors: {
    timeout: { exit: 'TIMEOUT', description: 'The time limit passed' },
    runtime: { exit: 'GENERAL_ERROR', description: 'A signal cancelled the turns' },
  },
  args: { prompt: s.string().describe('What to say first') },
  options: {
    maxTurns: s.integer().min(1).max(100).default(3).describe('Most turns'),
    timeoutSeconds: s.number().min(0).optional().describe('Time limit for all turns'),
    continuationPrompt: s
      .string()
      .default('continue')
      .describe('What to say from the second turn on'),
    turnDelayMs: s.integer().min(0).max(10_000).default(0).describe('How long a turn takes'),
  },
  output: s.object({
    prompt: s.string(),
    max_turns: s.integer(),
    turns_completed: s.integer(),
    timeout_seconds: s.number().nullable(),
    continuation_prompt: s.string(),
    turns: s.array(turnSchema),
    final_stop_reason: s.enum(STOP_REASONS),
    final_cancel_observed: s.boolean(),
  }),
  text: turnsText,
  failureText: (data) => turnsText(data as unknown as Turns),
  run: async (ctx) => {
    const { maxTurns, timeoutSeconds, continuationPrompt, turnDelayMs } = ctx.options
    const { prompt } = ctx.args
    const end = timeoutSeconds === undefined ? Infinity : performance.now() + timeoutSeconds * 1000
    const engine = new TurnEngine(() => ctx.now().getTime())
    const turns: Turn[] = []
    let stopped: StopReason = 'completed'
    const report = () => ({
      prompt,
      max_turns: maxTurns,
      turns_completed: turns.filter((turn) => turn.stop_reason === 'completed').length,
      timeout_seconds: timeoutSeconds ?? null,
      continuation_prompt: continuationPrompt,
      turns,
      final_stop_reason: stopped,
      final_cancel_observed: stopped === 'timeout' || stopped === 'cancelled',
    })
    const nextPrompt = () => (turns.length === 0 ? prompt : continuationPrompt)
    ctx.onInterrupt(() => {
      turns.push(engine.submit(nextPrompt(), undefined, true))
      stopped = 'cancelled'
      return ctx.fail('runtime', 'the turns were cancelled by a signal', {
        operation: 'turn_loop',
        target: `turn ${turns.length}`,
        suggestion: 'run the command again to start over; no turn was stored',
        data: report(),
      })
    })
    while (turns.length < maxTurns && stopped === 'completed') {
      ctx.log.debug(`takes turn ${turns.length + 1}`)
      await sleep(Math.min(turnDelayMs, Math.max(0, end - performance.now())), undefined, {
        signal: ctx.signal,
      })
      if (performance.now() >= end) stopped = 'timeout'
      else {
        const turn = engine.submit(nextPrompt())
        turns.push(turn)
        stopped = turn.stop_reason
      }
    }
    if (stopped === 'timeout')
      return ctx.fail('timeout', 'The time limit passed.', {
        suggestion: 'allow more with --timeout-seconds; no turn was stored',
        data: report(),
      })
    return report()
  },
})

interface Turns {
  readonly turns: readonly Turn[]
  readonly final_stop_reason: StopReason
}

function turnsText({ turns, final_stop_reason: reason }: Turns): string {
  const shown = turns.map((turn, index) => `## Turn ${index + 1}\n${turn.output}\n`)
  return [...shown, `Stopped: ${reason}`].join('\n')
}
