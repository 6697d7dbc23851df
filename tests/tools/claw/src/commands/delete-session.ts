import { defineCommand, s } from 'surety'

import {
  checkId,
  directoryOption,
  errors,
  exitCodes,
  filesystemFailure,
  isLegacy,
  openStore,
} from '../session/session-command.ts'

export const command = defineCommand({
  description: 'Deletes a session; a second time does nothing',
  danger: 'mutating',
  exitCodes,
  errors,
  args: { id: s.string().describe('Id of the session') },
  options: directoryOption,
  output: s.union([
    s.object({
      session_id: s.string(),
      deleted: s.boolean(),
      status: s.enum(['deleted', 'not_found']),
      directory: s.string(),
    }),
    s.object({ session_id: s.string(), deleted: s.boolean() }),
  ]),
  text: ({ session_id, deleted }) =>
    deleted ? `Deleted ${session_id}` : `There was no session ${session_id}`,
  run: async (ctx) => {
    const { id } = ctx.args
    checkId(ctx, id, 'delete_session')
    const store = openStore(ctx)
    const deleted = await store
      .delete(id)
      .catch((error: unknown) => filesystemFailure(ctx, error, 'unlink', store.pathOf(id)))
    ctx.effect(deleted ? 'deleted' : 'noop')
    if (isLegacy(ctx)) return { session_id: id, deleted }
    return {
      session_id: id,
      deleted,
      status: deleted ? 'deleted' : 'not_found',
      directory: ctx.options.directory,
    }
  },
})
