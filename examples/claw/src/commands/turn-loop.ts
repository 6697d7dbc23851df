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
  },
  errors: { timeout: { exit: 'TIMEOUT', description: 'The time limit passed' } },
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
  text: ({ turns, final_stop_reason }) =>
    [
      ...turns.map((turn, index) => `## Turn ${index + 1}\n${turn.output}\n`),
      `Stopped: ${final_stop_reason}`,
    ].join('\n'),
  run: async (ctx) => {
    const { maxTurns, timeoutSeconds, continuationPrompt, turnDelayMs } = ctx.options
    const { prompt } = ctx.args
    const end = timeoutSeconds === undefined ? Infinity : performance.now() + timeoutSeconds * 1000
    const engine = new TurnEngine(() => ctx.now().getTime())
    const turns: Turn[] = []
    let stopped: StopReason = 'completed'
    while (turns.length < maxTurns && stopped === 'completed') {
      await sleep(Math.min(turnDelayMs, Math.max(0, end - performance.now())), undefined, {
        signal: ctx.signal,
      })
      if (performance.now() >= end) stopped = 'timeout'
      else {
        const turn = engine.submit(turns.length === 0 ? prompt : continuationPrompt)
        turns.push(turn)
        stopped = turn.stop_reason
      }
    }
    const report = {
      prompt,
      max_turns: maxTurns,
      turns_completed: turns.filter((turn) => turn.stop_reason === 'completed').length,
      timeout_seconds: timeoutSeconds ?? null,
      continuation_prompt: continuationPrompt,
      turns,
      final_stop_reason: stopped,
      final_cancel_observed: stopped === 'timeout',
    }
    if (stopped === 'timeout')
      return ctx.fail('timeout', 'The time limit passed.', { data: report })
    return report
  },
})
