import { readFile } from 'node:fs/promises'

import { SuretyError, type JsonObject, type JsonValue } from '../../contract/index.ts'
import { validateDocument } from '../../dialects/index.ts'

/** The contract of a tool at one time: what a caller may rely on. Committed, and compared by `lock verify`. */
export interface ContractLock {
  readonly schema_version: '1.0'
  readonly tool: string
  /** The version that the tool gives itself. */
  readonly version: string | null
  readonly dialect: string | null
  /** Written by people, kept by `lock write`. */
  readonly declared: {
    /** Removed or renamed commands and flags, each with its successor. */
    readonly redirects: Readonly<Record<string, string>>
    /** Commands (`volume.ls`) and flags (`volume.list --zone`) that may go with the next minor version. */
    readonly deprecated: readonly string[]
  }
  /** By dotted path. */
  readonly commands: Readonly<Record<string, LockedCommand>>
}

/** What a caller may rely on of one command. */
export interface LockedCommand {
  readonly danger: string | null
  readonly aliases: readonly string[]
  readonly flags: Readonly<Record<string, LockedFlag>>
  /** Names by number; an empty name if the manifest has none. */
  readonly exits: Readonly<Record<string, string>>
  /** Error codes that were seen in fixtures or are listed. */
  readonly errors: readonly string[]
  /** Result types that were seen in fixtures or are listed. */
  readonly types: readonly string[]
  /** Types of the members of `data`, such as `items[].id`: `string`, or `absent|null|string`. */
  readonly fields: Readonly<Record<string, string>>
  readonly deprecated?: true
}

/** What a caller may rely on of one flag or argument. */
export interface LockedFlag {
  readonly type: string
  readonly required: boolean
  readonly positional?: true
  readonly values?: readonly string[]
  readonly deprecated?: true
}

const texts = { type: 'array', items: { type: 'string' } }
const table = (additionalProperties: JsonObject) => ({ type: 'object', additionalProperties })
const SCHEMA = {
  type: 'object',
  required: ['schema_version', 'tool', 'version', 'dialect', 'declared', 'commands'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    schema_version: { type: 'string', enum: ['1.0'] },
    tool: { type: 'string' },
    version: { type: ['string', 'null'] },
    dialect: { type: ['string', 'null'] },
    declared: {
      type: 'object',
      required: ['redirects', 'deprecated'],
      additionalProperties: false,
      properties: { redirects: table({ type: 'string' }), deprecated: texts },
    },
    commands: table({
      type: 'object',
      required: ['danger', 'aliases', 'flags', 'exits', 'errors', 'types', 'fields'],
      additionalProperties: false,
      properties: {
        danger: { type: ['string', 'null'] },
        aliases: texts,
        flags: table({
          type: 'object',
          required: ['type', 'required'],
          additionalProperties: false,
          properties: {
            type: { type: 'string' },
            required: { type: 'boolean' },
            positional: { type: 'boolean' },
            values: texts,
            deprecated: { type: 'boolean' },
          },
        }),
        exits: table({ type: 'string' }),
        errors: texts,
        types: texts,
        fields: table({ type: 'string' }),
        deprecated: { type: 'boolean' },
      },
    }),
  },
}

/** Reads a lock file; undefined if there is none. Throws a SuretyError if it cannot be used. */
export async function readLock(path: string): Promise<ContractLock | undefined> {
  try {
    return parseLock(await readFile(path, 'utf8'), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Reads the text of a lock file. */
export function parseLock(text: string, path: string): ContractLock {
  let document: JsonValue | undefined
  try {
    document = JSON.parse(text) as JsonValue
  } catch {
    document = undefined
  }
  const problems =
    document === undefined
      ? [{ pointer: '', message: 'it is not JSON' }]
      : validateDocument({ schema: SCHEMA }, document)
  const [first] = problems
  if (first === undefined) return document as unknown as ContractLock
  const message = `${path}: ${`${first.pointer} ${first.message}`.trim()}.`
  throw new SuretyError('INVALID_LOCK', 'PRECONDITION', message, {
    target: path,
    retryable: false,
    details: { problems: problems.map((each) => ({ ...each })) },
  })
}
