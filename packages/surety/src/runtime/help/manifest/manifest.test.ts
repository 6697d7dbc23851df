import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { defineExitCode, ERROR_CODES, type JsonObject } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import { defineCli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { describeLoaded } from '../load-model.ts'
import { type ToolModel, type CommandModel } from '../model.ts'
import { buildCommandSchema } from './command-schema.ts'
import { contractNumbers } from './exit-entries.ts'
import { buildManifest, type Manifest } from './manifest.ts'
import { buildTypeListing } from './type-listing.ts'

const published = (name: string): JsonObject => {
  const path = new URL(`../../../../schemas/1.0/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as JsonObject
}
const ajv = new Ajv({ strict: false })
const entrySchema = published('exit-code-entry')
ajv.addSchema(entrySchema, 'exit-code-entry.json')
const isManifest = ajv.compile(published('manifest-response'))
const isExitEntry = ajv.getSchema('exit-code-entry.json')!

const remove = defineCommand({
  description: 'Deletes a volume',
  danger: 'destructive',
  exitCodes: {
    SUCCESS: 'The volume is gone',
    NOT_FOUND: 'There is no such volume',
    LOCKED: defineExitCode({
      name: 'LOCKED',
      number: 80,
      description: 'Somebody holds the volume',
      sideEffects: 'none',
    }),
  },
  args: {
    name: s.string().resourceId().describe('Which volume'),
    also: s.array(s.string()).default([]),
  },
  options: {
    zone: s.enum(['east', 'west']).default('east').short('z').describe('Where it is'),
    retries: s.integer().min(0).max(9).optional(),
    label: z.string().max(5).optional().describe('A label'),
  },
  env: { ACME_TOKEN: s.string().secret() },
  output: s.object({ id: s.string(), effect: s.string() }),
  type: 'volume_removed',
  errors: { VOLUME_GONE: { exit: 'NOT_FOUND', description: 'It was deleted before' } },
  aliases: ['rm'],
  examples: [{ description: 'Deletes one', command: 'acme volume delete v1' }],
  interactive: true,
  network: true,
  auth: { headless: false, tokenEnv: ['ACME_TOKEN'] },
  timeoutMs: 5000,
  dryRun: () => ({ effect: 'would_delete', would_affect: {} }),
  run: () => ({ id: 'v1', effect: 'deleted' }),
})
const list = defineCommand({
  description: 'Lists volumes',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The volumes were listed' },
  output: s.array(s.object({ id: s.string() })),
  type: 'volume_list',
  list: { defaultLimit: 50, maxLimit: 500 },
  run: () => [],
})

const place = (path: string[], command: Command): CommandModel =>
  describeLoaded(defineCli({ name: 'acme', commands: {} }), { path, command, isBuiltin: false })
const model = (commands: readonly CommandModel[]): ToolModel => ({
  calledAs: 'acme',
  name: 'acme',
  version: '1.2.3',
  description: 'Manages volumes',
  commands,
  groups: [{ path: ['volume'], description: 'Volumes', aliases: ['vol'] }],
  envPrefix: 'TOOL',
  formatVariable: 'TOOL_FORMAT',
  formatNames: {},
  globals: [],
  frameworkOptions: [],
  outputFormats: ['json', 'jsonl', 'yaml', 'toon', 'md', 'plain'],
})
const cli = model([place(['volume', 'delete'], remove), place(['volume', 'ls'], list)])

describe('manifest', () => {
  let manifest: Manifest
  beforeAll(async () => {
    manifest = buildManifest(cli, contractNumbers('1.0'), '1.6')
  })

  test('is valid under the published schema, which allows no other members', () => {
    expect(isManifest(manifest), JSON.stringify(isManifest.errors)).toBe(true)
    expect(Object.keys(manifest.commands)).toEqual(['volume', 'volume.delete', 'volume.ls'])
    expect(manifest.commands['volume']).toMatchObject({
      subcommands: ['volume.delete', 'volume.ls'],
      aliases: ['vol'],
    })
  })

  test('REQ-C-001 REQ-F-001: numbers exit codes as the generation of the contract does', async () => {
    const codes = (document: Manifest) =>
      Object.keys(document.commands['volume.delete']!['exit_codes'] as object)
    const newer = buildManifest(cli, contractNumbers('1.6'), '1.6')
    expect(manifest.commands['volume.delete']!['exit_codes']).toMatchObject({
      '3': { name: 'ARG_ERROR' },
    })
    expect(newer.commands['volume.delete']!['exit_codes']).toMatchObject({
      '2': { name: 'ARG_ERROR', retryable: false, side_effects: 'none' },
    })
    expect(codes(manifest)).toEqual(['0', '1', '3', '4', '5', '7', '8', '10', '80', '130', '143'])
    expect(isManifest(newer)).toBe(true)
  })

  test('REQ-C-002: states the danger level of every command', () => {
    expect(manifest.commands['volume.delete']).toMatchObject({ danger_level: 'destructive' })
    expect(manifest.commands['volume.ls']).toMatchObject({ danger_level: 'safe' })
  })

  test('REQ-C-004 REQ-C-005 REQ-C-012 REQ-O-003: lists the flags of the framework', () => {
    const flags = (path: string) => Object.keys(manifest.commands[path]!['flags'] as object)
    expect(flags('volume.delete')).toEqual(
      expect.arrayContaining([
        'dry-run',
        'confirm-destructive',
        'timeout',
        'yes',
        'non-interactive',
        'format',
      ]),
    )
    expect(flags('volume.ls')).toEqual(expect.arrayContaining(['limit', 'cursor']))
    expect(manifest.commands['volume.ls']).toMatchObject({
      flags: { limit: { type: 'integer', default: 50 } },
    })
  })

  test('describes every flag and argument completely enough to compose a call', () => {
    expect(manifest.commands['volume.delete']!['flags']).toMatchObject({
      name: {
        type: 'string',
        required: true,
        description: 'Argument 1: Which volume (a resource id)',
      },
      also: { type: 'array', required: false, default: [] },
      zone: {
        type: 'enum',
        required: false,
        default: 'east',
        enum_values: ['east', 'west'],
        short: 'z',
      },
      retries: {
        type: 'integer',
        required: false,
        description: 'The retries (0 to 9)',
      },
      label: { type: 'string', required: false, description: 'A label (at most 5 characters)' },
    })
    const flags = manifest.commands['volume.delete']!['flags'] as Record<string, JsonObject>
    expect(Object.hasOwn(flags['retries']!, 'default')).toBe(false)
  })

  test('has an etag that depends only on the commands', async () => {
    expect(manifest.etag).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(buildManifest({ ...cli, version: '9.9.9' }, contractNumbers('1.0'), '1.6').etag).toBe(
      manifest.etag,
    )
    const reversed = { ...cli, commands: cli.commands.toReversed() }
    expect(buildManifest(reversed, contractNumbers('1.0'), '1.6').etag).toBe(manifest.etag)
    const other = model([
      { ...cli.commands[0]!, description: 'Removes a volume' },
      cli.commands[1]!,
    ])
    expect(buildManifest(other, contractNumbers('1.0'), '1.6').etag).not.toBe(manifest.etag)
  })

  test('lists output formats beyond the standard ones', () => {
    expect(manifest.commands['volume.ls']).toMatchObject({ output_formats: ['toon', 'md'] })
  })
})

describe('--schema', () => {
  const schema = buildCommandSchema(cli, cli.commands[0]!, contractNumbers('1.0'))
  const listed = buildCommandSchema(cli, cli.commands[1]!, contractNumbers('1.0'))

  test('REQ-C-001: publishes every exit code as a valid entry under a decimal key', () => {
    for (const [code, entry] of Object.entries(schema['exit_codes'] as JsonObject)) {
      expect(code).toMatch(/^(0|[1-9][0-9]*)$/)
      expect(isExitEntry(entry)).toBe(true)
    }
    expect(schema['exit_codes']).toMatchObject({ '80': { name: 'LOCKED' } })
  })

  test('REQ-F-069: lists exit code 130', () => {
    expect(schema['exit_codes']).toHaveProperty('130')
  })

  test('REQ-C-002 REQ-C-005 REQ-O-021: publishes danger level, prompts and confirmation', () => {
    expect(schema).toMatchObject({
      danger_level: 'destructive',
      interactive: true,
      requires_confirmation: true,
      dry_run: 'supported',
      flags: { 'confirm-destructive': { type: 'boolean', required: false, default: false } },
    })
    expect(listed).not.toHaveProperty('requires_confirmation')
  })

  test('REQ-C-012: publishes network use and headless support', () => {
    expect(schema).toMatchObject({
      has_network_io: true,
      headless_supported: false,
      token_env_vars: ['ACME_TOKEN'],
    })
  })

  test('REQ-F-019: publishes the default limit', () => {
    expect(listed).toMatchObject({
      default_limit: 50,
      max_limit: 500,
      flags: { limit: { default: 50 } },
    })
  })

  test('publishes input and output as valid JSON Schemas', () => {
    const accepts = new Ajv({ strict: false }).compile(schema['input_schema'] as JsonObject)
    expect(accepts({ name: 'v1', zone: 'west' })).toBe(true)
    expect(accepts({ zone: 'north' })).toBe(false)
    expect(schema['parameters']).toEqual(schema['flags'])
    expect(schema['output_schema']).toMatchObject({ type: 'object', required: ['id', 'effect'] })
  })
})

describe('schema listing', () => {
  const listing = buildTypeListing(cli, contractNumbers('1.0'))

  test('lists every result type and every error code, including those of the framework', () => {
    expect(listing['types']).toEqual([
      'command_schema',
      'help',
      'llms',
      'not_modified',
      'selection',
      'token_count',
      'version',
      'volume_list',
      'volume_removed',
    ])
    const codes = (listing['errors'] as readonly JsonObject[]).map(({ code }) => code)
    expect(codes).toEqual([...Object.keys(ERROR_CODES), 'VOLUME_GONE'].toSorted())
    expect(listing['errors']).toContainEqual({
      code: 'VOLUME_GONE',
      exit_code: 5,
      description: 'It was deleted before',
    })
  })

  test('says in one line how a command is called', () => {
    const usage = '<name> [also...] [--zone choice(east,west)] [--retries int(0-9)] [--label text]'
    expect(listing['commands']).toMatchObject({ 'volume delete': { usage } })
  })

  test('names the types of arguments and options of one command', () => {
    const part = buildTypeListing(cli, contractNumbers('1.0'), ['volume', 'delete'])
    expect(Object.keys(part['commands'] as JsonObject)).toEqual(['volume delete'])
    const commands = part['commands'] as Record<
      string,
      { arguments: JsonObject[]; options: JsonObject[] }
    >
    const options = commands['volume delete']!.options
    expect(commands['volume delete']!.arguments[0]).toEqual({
      name: 'name',
      type: 'text',
      required: true,
    })
    expect(options.slice(0, 2)).toEqual([
      {
        name: 'zone',
        type: 'choice(east,west)',
        required: false,
        flags: ['-z', '--zone'],
        help: 'Where it is',
        is_flag: false,
        default: 'east',
      },
      {
        name: 'retries',
        type: 'int(0-9)',
        required: false,
        flags: ['--retries'],
        help: '',
        is_flag: false,
      },
    ])
  })
})
