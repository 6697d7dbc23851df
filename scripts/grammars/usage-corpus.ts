import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Description, Parameter } from '../../packages/surety/src/description/index.ts'
import { loadGrammar } from '../../packages/surety/src/grammars/index.ts'
import { defineCli, type Cli } from '../../packages/surety/src/runtime/index.ts'
import { s, type AnySchema } from '../../packages/surety/src/schema/index.ts'
import { runCli } from '../../packages/surety/src/testing/index.ts'

/** A line and what a parser of usage binds it to, as the repository of usage has them. */
export interface Vector {
  readonly id: string
  readonly spec: string
  readonly argv: readonly string[]
  readonly argv0?: string
  readonly env?: Readonly<Record<string, string>>
  readonly mounts?: object
  readonly expect: {
    readonly ok?: {
      readonly cmd?: readonly string[]
      readonly flags?: Readonly<Record<string, unknown>>
      readonly args?: Readonly<Record<string, unknown>>
    }
    readonly error?: string
  }
}

/** How our parser reads a line: as usage does, or otherwise, with both readings. */
export interface Verdict {
  readonly id: string
  readonly section: string
  readonly isSame: boolean
  readonly expected: string
  readonly ours: string
}

/** Runs the vectors of a folder of usage's corpus against our parser, through our reader of its specs. */
export async function runCorpus(folder: string): Promise<readonly Verdict[]> {
  const { read } = await loadGrammar('usage')
  const verdicts: Verdict[] = []
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    const { section, vectors } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly section: string
      readonly vectors: readonly Vector[]
    }
    for (const vector of vectors) {
      const expected = vector.expect.ok ? shown(vector.expect.ok) : 'refused'
      const ours = await ourReading(vector, read).catch(
        (error: unknown) => `failed: ${String(error)}`,
      )
      verdicts.push({ id: vector.id, section, isSame: ours === expected, expected, ours })
    }
  }
  return verdicts
}

async function ourReading(
  { spec, argv }: Vector,
  read: Awaited<ReturnType<typeof loadGrammar>>['read'],
): Promise<string> {
  const { description } = await read(spec, { name: 'ex' })
  let seen: Seen | undefined
  const cli = toCli(description, (got) => {
    seen = got
  })
  const { outcome } = await runCli(cli, [...argv])
  if (!outcome.ok || seen === undefined) return 'refused'
  return shown({
    ...(seen.path.length > 0 && { cmd: seen.path }),
    flags: seen.options,
    args: seen.args,
  })
}

interface Seen {
  readonly path: readonly string[]
  readonly args: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
}

/** Makes a tool of a description whose commands only tell what they were given. */
function toCli(description: Description, tell: (seen: Seen) => void): Cli {
  const { commands = {}, options = {}, name = 'ex' } = description
  const described = [options, ...Object.values(commands).map((each) => each.options ?? {})]
  const own = [...new Set(described.flatMap((each) => Object.keys(each)))]
  const isGroup = (path: string) =>
    Object.keys(commands).some((each) => each.startsWith(`${path} `))
  const members: Record<string, unknown> = {}
  const single = Object.keys(commands).length === 1 && commands[''] !== undefined
  for (const [path, command] of Object.entries(commands)) {
    const words = path === '' ? [] : path.split(' ')
    const declaration = {
      description: `Runs ${path}`,
      danger: 'safe',
      args: shapeOf(command.args ?? {}, true),
      options: shapeOf({ ...options, ...command.options }, false),
      ...(command.aliases && { aliases: command.aliases }),
      run: ({ args, options: given }: { args: object; options: object }) => {
        const isTold = (key: string) => key in shapeOf({ ...options, ...command.options }, false)
        tell({
          path: words,
          args: bound(args, command.args ?? {}),
          options: bound(Object.fromEntries(Object.entries(given).filter(([key]) => isTold(key))), {
            ...options,
            ...command.options,
          }),
        })
        return {}
      },
    }
    if (single) return define({ name, ownFlags: own, ...declaration })
    put(members, words.length === 0 || isGroup(path) ? [...words, 'self'] : words, declaration)
  }
  return define({
    name,
    ownFlags: own,
    commands: members,
    ...(commands[''] !== undefined && { default: 'self' }),
  })
}

interface Group {
  readonly commands: Record<string, unknown>
  default?: string
}

const define = defineCli as (declaration: object) => Cli

function put(
  members: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  command: object,
) {
  if (rest.length === 0) {
    members[first] = command
    return
  }
  const group = (members[first] ??= { description: first, commands: {} }) as Group
  put(group.commands, rest, command)
  if (rest.length === 1 && rest[0] === 'self') group.default = 'self'
}

const camel = (name: string) =>
  name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

function shapeOf(parameters: Readonly<Record<string, Parameter>>, isArgument: boolean) {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      camel(name),
      schemaOf(parameter, isArgument),
    ]),
  )
}

function schemaOf(parameter: Parameter, isArgument: boolean): AnySchema {
  const { type, many, values = [], aliases = [], default: fallback } = parameter
  const isRequired = isArgument ? parameter.required !== false : parameter.required === true
  const short = aliases.find((alias) => /^-[^-]$/.test(alias))?.slice(1)
  const long = aliases.filter((alias) => alias.startsWith('--')).map((alias) => alias.slice(2))
  const plain = type === 'boolean' ? s.boolean() : values.length > 0 ? s.enum(values) : s.string()
  let schema: AnySchema =
    many || type === 'count' ? s.array(type === 'count' ? s.boolean() : plain) : plain
  if (fallback !== undefined) schema = schema.default(fallback)
  else if (!isRequired) schema = schema.optional()
  const named = schema.describe('x')
  return Object.assign(Object.create(Object.getPrototypeOf(named) as object), named, {
    def: { ...named.def, ...(short && { short }), ...(long.length > 0 && { aliases: long }) },
  }) as AnySchema
}

function bound(given: object, parameters: Readonly<Record<string, Parameter>>) {
  const names = new Map(Object.keys(parameters).map((name) => [camel(name), name]))
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [names.get(key) ?? key, value]),
  )
}

/** Writes a reading so that two that bind the same are the same text. */
function shown({ cmd = [], flags = {}, args = {} }: NonNullable<Vector['expect']['ok']>): string {
  const sorted = (map: Readonly<Record<string, unknown>>) =>
    Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([cmd, sorted(flags), sorted(args)])
}
