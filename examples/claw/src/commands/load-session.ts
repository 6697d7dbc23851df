import { defineCommand, s } from 'surety'

import {
  checkId,
  directoryOption,
  errors,
  exitCodes,
  filesystemFailure,
  isLegacy,
  openStore,
  resolveId,
} from '../session-command.ts'
import { meansNewest } from '../session-id.ts'
import { ForeignSession } from '../session-store.ts'

export const command = defineCommand({
  description: 'Reads a session',
  danger: 'safe',
  exitCodes,
  errors,
  args: { id: s.string().describe("Id of the session, or 'latest'") },
  options: directoryOption,
  output: s.union([
    s.object({
      session_id: s.string(),
      loaded: s.boolean(),
      directory: s.string(),
      path: s.string(),
      messages_count: s.integer(),
      input_tokens: s.integer(),
      output_tokens: s.integer(),
    }),
    s.object({
      session: s.object({ id: s.string(), path: s.string(), messages: s.integer() }),
    }),
  ]),
  text: (data) =>
    'session' in data
      ? `${data.session.id}\n${data.session.messages} messages`
      : `${data.session_id}\n${data.messages_count} messages\n${data.input_tokens} tokens in, ${data.output_tokens} out`,
  run: async (ctx) => {
    const { directory } = ctx.options
    checkId(ctx, ctx.args.id, 'resolve_session')
    const store = openStore(ctx)
    const id = await resolveId(store, ctx.args.id).catch((error: unknown) =>
      filesystemFailure(ctx, error, 'list_sessions', directory),
    )
    const anyWorkspace = meansNewest(ctx.args.id)
    const session = await store.load(id, { anyWorkspace }).catch((error: unknown) => {
      const isForeign = error instanceof ForeignSession
      return ctx.fail(
        isForeign ? 'session' : 'session_load_failed',
        error instanceof Error ? error.message : String(error),
        {
          operation: isForeign ? 'resolve_session' : 'load_session',
          target: store.pathOf(id),
          ...(!isLegacy(ctx) && { details: { session_id: id, loaded: false } }),
        },
      )
    })
    if (session === undefined) {
      return ctx.fail('session_not_found', `session '${id}' not found in ${directory}/`, {
        suggestion: "use 'list-sessions' to see available sessions",
        ...(!isLegacy(ctx) && {
          details: { name: id, found: false, session_id: id, loaded: false },
        }),
      })
    }
    if (isLegacy(ctx)) return { session: { id, path: session.path, messages: session.messages } }
    return {
      session_id: id,
      loaded: true,
      directory,
      path: session.path,
      messages_count: session.messages,
      input_tokens: session.inputTokens,
      output_tokens: session.outputTokens,
    }
  },
})
