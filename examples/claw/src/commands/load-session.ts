import { defineCommand, s } from 'surety'

import { checkId, directoryOption, errors, exitCodes, isLegacy, openStore, resolveId } from '../session-command.ts'

export const command = defineCommand({
  description: 'Reads a session',
  danger: 'safe',
  exitCodes,
  errors,
  args: { id: s.string().describe("Id of the session, or 'latest'") },
  options: directoryOption,
  run: async (ctx) => {
    const { directory } = ctx.options
    checkId(ctx, ctx.args.id, 'resolve_session')
    const store = openStore(ctx)
    const id = await resolveId(store, ctx.args.id)
    const session = await store.load(id).catch((error: unknown) =>
      ctx.fail('session_load_failed', error instanceof Error ? error.message : String(error), {
        operation: 'load_session',
        target: store.pathOf(id),
        details: { session_id: id, loaded: false },
      }),
    )
    if (session === undefined) {
      return ctx.fail('session_not_found', `session '${id}' not found in ${directory}/`, {
        suggestion: "use 'list-sessions' to see available sessions",
        details: { name: id, found: false, session_id: id, loaded: false },
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
