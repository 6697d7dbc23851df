import type { JsonObject } from '../../../contract/index.ts'
import type { InitDeclaration } from '../../declare/cli.ts'
import type { AnyContext } from '../../handler/context.ts'
import { defineCommand, type Command } from '../../declare/command.ts'

/** Makes `init`, the one command that sets the tool up; repeating it changes nothing. */
export function initCommand({ isDone, run }: InitDeclaration): Command {
  return defineCommand({
    description: 'Sets the tool up',
    danger: 'mutating',
    idempotent: true,
    network: true,
    type: 'init',
    exitCodes: { SUCCESS: 'The tool is set up', PARTIAL_FAILURE: 'A part of it is not in place' },
    run: async (ctx): Promise<JsonObject> => {
      if (await isDone()) return { effect: 'noop', already_initialized: true }
      await run(ctx as unknown as AnyContext)
      return { effect: 'created', initialized: true }
    },
  })
}
