import { defineCommand, s } from 'surety'

import {
  checkId,
  directoryOption,
  errors,
  exitCodes,
  filesystemFailure,
  isLegacy,
  listingHint,
  openStore,
  resolveId,
} from '../session/session-command.ts'
import { meansNewest } from '../session/session-id.ts'
import { UnreadableSession } from '../session/session-record.ts'
import { ForeignSession } from '../session/session-store.ts'
import { counted } from '../counted.ts'

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
      ? `${data.session.id}\n${counted(data.session.messages, 'message')}`
      : [
          data.session_id,
          counted(data.messages_count, 'message'),
          `${counted(data.input_tokens, 'token')} in, ${data.output_tokens} out`,
        ].join('\n'),
  run: async (ctx) => {
    const { directory } = ctx.options
    checkId(ctx, ctx.args.id, 'resolve_session')
    const store = openStore(ctx)
    const id = await resolveId(store, ctx.args.id).catch((error: unknown) =>
      filesystemFailure(ctx, error, 'list_sessions', directory),
    )
    const anyWorkspace = meansNewest(ctx.args.id)
    const session = await store.load(id, { anyWorkspace }).catch((error: unknown) => {
      const facts = {
        target: store.pathOf(id),
        ...(!isLegacy(ctx) && { details: { session_id: id, loaded: false } }),
      }
      if (error instanceof ForeignSession) {
        return ctx.fail('session', error.message, {
          operation: 'resolve_session',
          suggestion: `run claw in ${error.workspace}, or load 'latest'`,
          ...facts,
        })
      }
      if (!(error instanceof UnreadableSession)) {
        return filesystemFailure(ctx, error, 'read', facts.target)
      }
      return ctx.fail(
        isLegacy(ctx) ? 'session_load_failed' : 'parse',
        `session '${id}' cannot be read: ${error.message}`,
        {
          operation: 'load_session',
          suggestion: `correct ${facts.target}, or remove it with 'claw delete-session ${id}'`,
          ...facts,
        },
      )
    })
    if (session === undefined) {
      return ctx.fail('session_not_found', `session '${id}' not found in ${directory}/`, {
        suggestion: listingHint(ctx),
        ...(!isLegacy(ctx) && { details: { session_id: id, loaded: false } }),
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
