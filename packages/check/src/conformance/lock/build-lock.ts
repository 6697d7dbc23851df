import { wholeCommands, type ListedCommand } from '@surety/client/unstable/client'
import {
  listOf,
  objectOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from 'surety/unstable/contract'
import { loadDialect } from 'surety/unstable/dialects'
import { describedCommands, listedErrors, type DescribedFacts } from '../evidence/listed.ts'
import { readDocument, type FixtureDocument } from '../fixtures/consistency.ts'
import { memberOf, placesIn } from '../fixtures/volatile.ts'
import type { Probing } from '../probing/probing.ts'
import type { ContractLock, LockedCommand, LockedFlag } from './contract-lock.ts'

export type LockedAnswer = FixtureDocument & { readonly command: string }

export async function buildLock(
  tool: Probing,
  answers: readonly LockedAnswer[],
  declared: ContractLock['declared'],
): Promise<ContractLock> {
  const { subject } = tool
  const document = subject.manifest?.document
  const entries = (document !== undefined && wholeCommands(document)) || {}
  const seen = await seenIn(answers, subject.dialect?.id)
  const codes = await listedErrors(tool)
  const described = await describedCommands(tool)
  const listedPaths = subject.commands.map(({ path }) => path)
  // A manifest lists every command: fixtures of another one are left over from before it was removed.
  const isComplete = subject.manifest !== null && listedPaths.length > 0
  const paths = new Set(isComplete ? listedPaths : [...listedPaths, ...seen.keys()])
  const commands = [...paths].toSorted().map((path) => {
    const listed = subject.commands.find((each) => each.path === path)
    return [
      path,
      toLocked(listed, objectOf(entries[path]), seen.get(path), {
        errors: [...(codes.get(path) ?? []), ...(described.get(path)?.errors ?? [])],
        scopes: described.get(path)?.scopes ?? [],
      }),
    ] as const
  })
  return {
    schema_version: '1.0',
    tool: subject.name,
    version: subject.version,
    dialect: subject.dialect?.id ?? null,
    declared,
    commands: Object.fromEntries(commands),
  }
}

interface Seen {
  readonly errors: Set<string>
  readonly types: Set<string>
  readonly exits: Record<string, string>
  readonly fields: Fields
}

type Fields = Map<string, { readonly types: Set<string>; count: number }>

async function seenIn(
  answers: readonly LockedAnswer[],
  dialectId: string | undefined,
): Promise<ReadonlyMap<string, Seen>> {
  const dialect = dialectId === undefined ? undefined : await loadDialect(dialectId)
  const seen = new Map<string, Seen>()
  for (const { command, document, exitCode, stream } of answers) {
    if (command === '') continue
    const none: Seen = { errors: new Set(), types: new Set(), exits: {}, fields: new Map() }
    const of = seen.get(command) ?? none
    seen.set(command, of)
    if (exitCode !== null) of.exits[exitCode] = ''
    if (dialect === undefined) {
      // Without an envelope the whole document is the data.
      if (exitCode === 0) addFields(of.fields, document)
      continue
    }
    const outcome = await readDocument({ document, exitCode, stream }, dialect)
    if (typeof outcome.meta.type === 'string') of.types.add(outcome.meta.type)
    if (outcome.ok) addFields(of.fields, outcome.data)
    else of.errors.add(outcome.error.code)
  }
  for (const { fields } of seen.values()) markAbsent(fields)
  return seen
}

function toLocked(
  listed: ListedCommand | undefined,
  entry: JsonObject,
  seen: Seen | undefined,
  described: DescribedFacts,
): LockedCommand {
  const fields: Fields = new Map()
  addSchemaFields(fields, entry['output_schema'], '', true)
  // The schema is what the author promises; a sample can only add what the schema leaves open.
  for (const [path, field] of seen?.fields ?? []) if (!fields.has(path)) fields.set(path, field)
  const exits = { ...seen?.exits }
  const declared = [...Object.keys(objectOf(entry['errors'])), ...described.errors]
  const scopes = unique([...textsIn(entry['required_scopes']), ...described.scopes])
  for (const [number, exit] of Object.entries(objectOf(entry['exit_codes']))) {
    const { name, error_codes: errors } = objectOf(exit)
    exits[number] = typeof name === 'string' ? name : ''
    declared.push(...textsIn(errors))
  }
  return {
    danger: listed?.danger ?? null,
    aliases: textsIn(entry['aliases']),
    flags: Object.fromEntries(
      (listed?.flags ?? []).map((flag) => [flag.name, toFlag(flag, entry)]),
    ),
    exits,
    errors: unique([...declared, ...(seen?.errors ?? [])]),
    types: unique([
      ...textsIn(entry['types']),
      ...textsIn(entry['result_types']),
      ...(seen?.types ?? []),
    ]),
    ...(listed && { scopes }),
    fields: Object.fromEntries(
      [...fields]
        .map(([path, { types }]) => [path, [...types].toSorted().join('|')] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    ...(isDeprecated(entry) && { deprecated: true as const }),
  }
}

function toFlag(flag: ListedCommand['flags'][number], entry: JsonObject): LockedFlag {
  const own = objectOf(objectOf(entry['flags'])[flag.name])
  return {
    type: flag.type,
    required: flag.isRequired,
    ...(flag.isPositional && { positional: true as const }),
    ...(flag.values.length > 0 && { values: flag.values }),
    ...(isDeprecated(own) && { deprecated: true as const }),
  }
}

/** Older manifests have no member for it, so that frameworks write it into the description. */
function isDeprecated({ deprecated, description }: JsonObject): boolean {
  if (deprecated !== undefined) return deprecated !== false && deprecated !== null
  return typeof description === 'string' && /\bdeprecated\b/i.test(description)
}

function addFields(fields: Fields, data: JsonValue): void {
  for (const { path, type } of placesIn(data)) addType(fields, path, type)
}

/** A member that not every object of its place has may be absent. */
function markAbsent(fields: Fields): void {
  for (const [path, { types, count }] of fields) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    const isMember = path !== '' && !path.endsWith('[]')
    const objects = fields.get(parent)?.count ?? 0
    if (isMember && fields.get(parent)?.types.has('object') === true && count < objects)
      types.add('absent')
  }
}

function addSchemaFields(
  fields: Fields,
  schema: JsonValue | undefined,
  path: string,
  isRequired: boolean,
): void {
  if (!isJsonObject(schema)) return
  const { type, properties, items, required } = schema
  if (!isRequired && type !== undefined) addType(fields, path, 'absent')
  for (const each of [type].flat() as (JsonValue | undefined)[])
    if (typeof each === 'string') addType(fields, path, each === 'integer' ? 'number' : each)
  addSchemaFields(fields, items, `${path}[]`, true)
  for (const [name, property] of Object.entries(objectOf(properties)))
    addSchemaFields(fields, property, memberOf(path, name), textsIn(required).includes(name))
}

function addType(fields: Fields, path: string, type: string): void {
  const field = fields.get(path)
  if (field === undefined) fields.set(path, { types: new Set([type]), count: 1 })
  else {
    field.types.add(type)
    field.count += 1
  }
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string')
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted()
}
