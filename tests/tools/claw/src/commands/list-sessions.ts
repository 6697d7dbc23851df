import { defineCommand, s } from 'surety'

import {
  directoryOption,
  errors,
  exitCodes,
  filesystemFailure,
  isLegacy,
  openStore,
  toIsoSeconds,
} from '../session/session-command.ts'

export const command = defineCommand({
  description: 'Lists sessions, the last used first',
  danger: 'safe',
  exitCodes,
  errors,
  options: directoryOption,
  output: s.union([
    s.object({
      directory: s.string(),
      sessions_count: s.integer(),
      sessions: s.array(
        s.object({
          session_id: s.string(),
          created_at: s.string(),
          last_modified: s.string(),
          prompt_count: s.integer(),
          stopped: s.boolean(),
        }),
      ),
    }),
    s.object({
      sessions: s.array(
        s.object({
          id: s.string(),
          path: s.string(),
          created: s.string(),
          updated_at_ms: s.integer(),
          message_count: s.integer(),
          turns: s.integer(),
        }),
      ),
    }),
  ]),
  text: ({ sessions }) =>
    sessions.map((session) => ('id' in session ? session.id : session.session_id)).join('\n') ||
    'There are no sessions.',
  run: async (ctx) => {
    const { directory } = ctx.options
    const sessions = await openStore(ctx)
      .list()
      .catch((error: unknown) => filesystemFailure(ctx, error, 'list_sessions', directory))
    if (isLegacy(ctx)) {
      return {
        sessions: sessions.map(({ id, path, createdAt, updatedAt, messages, prompts }) => ({
          id,
          path,
          created: toIsoSeconds(createdAt),
          updated_at_ms: updatedAt,
          message_count: messages,
          turns: prompts,
        })),
      }
    }
    return {
      directory,
      sessions_count: sessions.length,
      sessions: sessions.map((session) => ({
        session_id: session.id,
        created_at: toIsoSeconds(session.createdAt),
        last_modified: toIsoSeconds(session.updatedAt),
        prompt_count: session.prompts,
        stopped: session.stopped,
      })),
    }
  },
})
