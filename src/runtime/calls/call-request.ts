import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { problemInArguments } from '../../internal/argument-names.ts'

/** One call of a command, as data. */
export interface CallRequest {
  /** The key of the command in the manifest: `wallet.remove`. */
  readonly command: string
  /** Flags of the framework and of the tool. */
  readonly flags: Readonly<Record<string, boolean | string | number>>
  /** Arguments and options by name. */
  readonly input: JsonObject
  /** Standard input of the command. */
  readonly stdin: string
  /** Echoed in the answer; undefined without one. */
  readonly id: JsonValue | undefined
}

/** The reason why a line is no call. */
export interface UnusableRequest {
  readonly problem: string
  readonly id?: JsonValue | undefined
}

const COMMAND = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/
const FLAG = /^[A-Za-z0-9][\w-]*$/

/** Parses a line of `exec`: `_cmd`, `_opts`, `_stdin` and `_id`, and the input in all other members. */
export function parseCallRequest(text: string): CallRequest | UnusableRequest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `The line is not JSON: ${(error as Error).message}` }
  }
  if (!isJsonObject(value)) return { problem: 'The line is not a JSON object.' }
  const { _cmd: command, _opts: flags = {}, _stdin: stdin = '', _id: id, ...input } = value
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    return { problem: '_id must be a string or a number.' }
  const refuse = (problem: string): UnusableRequest => ({ problem, id })
  if (typeof command !== 'string' || !COMMAND.test(command))
    return refuse('_cmd must be the key of a command in the manifest, such as "user.add".')
  if (typeof stdin !== 'string') return refuse('_stdin must be a string.')
  if (!isJsonObject(flags)) return refuse('_opts must be an object.')
  for (const [name, given] of Object.entries(flags)) {
    // An empty name would be `--`, behind which a preview is a mere word.
    if (!FLAG.test(name))
      return refuse(`_opts has '${name.slice(0, 100)}', which is no name of a flag.`)
    if (!['boolean', 'string', 'number'].includes(typeof given))
      return refuse(`_opts.${name} must be a boolean, a string or a number.`)
  }
  const unfit = problemInArguments(input) ?? problemInArguments(flags)
  if (unfit !== null) return refuse(unfit)
  return { command, flags: flags as CallRequest['flags'], input, stdin, id }
}
