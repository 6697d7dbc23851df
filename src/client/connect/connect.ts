import { toolOf } from '../call/redirect/command-line.ts'
import { createClient, type Client } from '../client.ts'
import type { ClientOptions } from '../options.ts'
import type { Caller, CallOptions } from './caller.ts'
import { inputWords } from './input-words.ts'
import { startCall } from './start-call.ts'

/**
 * Makes a typed caller of a tool that was built with surety: a method for each command, with the types of its
 * declaration. Every call runs the real process; failures are values.
 *
 * @example
 * ```ts
 * import { defineCli, defineCommand, s } from 'surety'
 * import { connect } from 'surety/client'
 *
 * const add = defineCommand({
 *   description: 'Adds a note',
 *   args: { title: s.string() },
 *   run: ({ args }) => ({ id: 1, title: args.title }),
 * })
 * const cli = defineCli({ name: 'notes', commands: { add } })
 *
 * const notes = connect<typeof cli>(['notes'])
 * const added = await notes.add({ title: 'Buy milk' })
 * if (added.ok) console.log(added.data.id)
 * else console.error(added.code, added.message)
 * ```
 */
export function connect<Tool extends { readonly signature?: unknown }>(
  program: readonly string[],
  options: ClientOptions = {},
): Caller<NonNullable<Tool['signature']>> {
  const client = createClient(options)
  return method(client, program, []) as Caller<NonNullable<Tool['signature']>>
}

/** A command, or the group that it is in: which of the two shows when it is called. */
function method(client: Client, program: readonly string[], path: readonly string[]): unknown {
  const call = (input: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) => {
    const { flags = [], ...runOptions } = options
    const argv = [...program, ...path, ...inputWords(input), ...flags]
    return startCall(client, argv, { tool: { program, name: nameOf(program) }, ...runOptions })
  }
  return new Proxy(call, {
    // Awaiting a caller is no call of a command.
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then'
        ? method(client, program, [...path, name])
        : undefined,
  })
}

function nameOf(program: readonly string[]): string {
  return toolOf(program).name
}
