import { defineCommand, s } from 'surety'

import {
  checkId,
  directoryOption,
  errors,
  exitCodes,
  filesystemFailure,
  openStore,
} from '../session/session-command.ts'
import { counted } from '../counted.ts'
import { createSessionId } from '../session/session-id.ts'
import { STOP_REASONS, TurnEngine } from '../turn-engine.ts'

export const command = defineCommand({
  description: 'Submits a prompt and stores the session',
  danger: 'mutating',
  exitCodes,
  errors,
  args: { prompt: s.string().describe('What to say') },
  options: {
    ...directoryOption,
    sessionId: s.string().optional().describe('Session to write; default a new one'),
  },
  output: s.object({
    session_id: s.string(),
    path: s.string(),
    flushed: s.boolean(),
    messages_count: s.integer(),
    input_tokens: s.integer(),
    output_tokens: s.integer(),
    stop_reason: s.enum(STOP_REASONS),
  }),
  text: ({ path, messages_count, input_tokens, output_tokens, stop_reason }) =>
    [
      path,
      `${counted(messages_count, 'message')}, ${stop_reason}`,
      `${counted(input_tokens, 'token')} in, ${output_tokens} out`,
    ].join('\n'),
  run: async (ctx) => {
    const { sessionId } = ctx.options
    if (sessionId !== undefined) checkId(ctx, sessionId, 'flush_transcript')
    const now = () => ctx.now().getTime()
    const engine = new TurnEngine(now)
    const turn = engine.submit(ctx.args.prompt)
    const id = sessionId ?? createSessionId(now(), process.pid)
    const store = openStore(ctx)
    const path = await store
      .write(id, engine.records)
      .catch((error: unknown) => filesystemFailure(ctx, error, 'write', store.pathOf(id)))
    ctx.effect('created')
    return {
      session_id: id,
      path,
      flushed: true,
      messages_count: engine.messageCount,
      input_tokens: engine.inputTokens,
      output_tokens: engine.outputTokens,
      stop_reason: turn.stop_reason,
    }
  },
})
