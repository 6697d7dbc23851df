import { toolOf } from '../call/redirect/command-line.ts'
import { type Client, createClient } from '../client.ts'
import type { Caller, CallOptions } from './caller.ts'
import { startCall } from './start-call.ts'
import type { ClientOptions } from '../options.ts'

/**
 * Makes a typed caller of a tool that was built with surety: a method for each command, with the types of its
 * declaration. Every call runs the real process; failures are values.
 *
 * @example
 * ```ts
 * import { defineCli, defineCommand, s } from 'surety'
 * import { connect } from '@surety/client'
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
export function connect<Tool extends { readonly signature?: unknown; readonly globals?: unknown }>(
  program: readonly string[],
  options: ClientOptions & Pick<CallOptions<NonNullable<Tool['globals']>>, 'globals'> = {},
): Caller<NonNullable<Tool['signature']>, NonNullable<Tool['globals']>> {
  const { globals = {}, ...clientOptions } = options
  const connection = { client: createClient(clientOptions), program, globals }
  return method(connection, []) as ReturnType<typeof connect<Tool>>
}

interface Connection {
  readonly client: Client
  readonly program: readonly string[]
  readonly globals: object
}

function method(connection: Connection, path: readonly string[]): unknown {
  const { client, program } = connection
  const call = (input: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) => {
    const { flags = [], globals, ...runOptions } = options
    const words = inputWords({ ...connection.globals, ...globals, ...input })
    const tool = { program, name: toolOf(program).name }
    return startCall(client, [...program, ...path, ...words, ...flags], { tool, ...runOptions })
  }
  return new Proxy(call, {
    // Awaiting a caller is no call of a command.
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then' ? method(connection, [...path, name]) : undefined,
  })
}

export function inputWords(input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${toFlag(name)}=${toText(value)}`],
  )
}

function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  const plain = (one: unknown) => (typeof one === 'bigint' ? String(one) : one)
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value, (_, one) => plain(one))
}
