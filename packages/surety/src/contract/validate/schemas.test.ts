import { readFileSync } from 'node:fs'

import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'

import { CONTINUATION_EXITS, EXIT_CODE_TABLES } from '../codes/exit-code-tables.ts'
import { EXIT_RANGES } from '../codes/exit-ranges.ts'
import { FAILURE_NAMES } from '../codes/exit-names.ts'
import { PHASES, RECOVERIES, REDIRECT_REASONS, RETRY_STRATEGIES } from '../codes/recovery.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the tests say what it holds
function readSchema(name: string): Record<string, any> {
  const path = new URL(`../../../schemas/${name}.json`, import.meta.url)
  // oxlint-disable-next-line typescript/no-explicit-any
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, any>
}

const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })
const compile = (name: string): ValidateFunction => ajv.compile(readSchema(`1.16/${name}`))
const isEnvelope = compile('response-envelope')
const isManifest = compile('manifest-response')

const success = {
  ok: true,
  data: {},
  error: null,
  warnings: [],
  meta: { exit_code: 0, duration_ms: 1 },
}
const failure = {
  ...success,
  ok: false,
  data: null,
  error: { code: 'NOT_FOUND', message: 'm' },
  meta: { exit_code: 5, duration_ms: 1 },
}
const pages = { total: null, returned: 1, truncated: false, has_more: false, next_cursor: null }

describe('the envelope of contract 1.16', () => {
  test.each<[string, object]>([
    ['a success', success],
    ['a list', { ...success, data: [1] }],
    ['a failure with unknown members', { ...failure, error: { ...failure.error, hint: 1 } }],
    ['data of a failure', { ...failure, data: { partial: true } }],
    ['a warning', { ...success, warnings: [{ code: 'SLOW', message: 'm', context: { a: 1 } }] }],
    ['pages', { ...success, meta: { ...success.meta, pagination: pages } }],
    ['a meta that is open', { ...success, meta: { ...success.meta, dry_run: true } }],
  ])('accepts %s', (_what, document) => {
    expect(isEnvelope(document)).toBe(true)
  })

  test.each<[string, object]>([
    ...Object.keys(success).map((name): [string, object] => [
      `no ${name}`,
      { ...success, [name]: undefined },
    ]),
    ['another member', { ...success, pagination: pages }],
    ['text as data', { ...success, data: 'x' }],
    ['ok against the exit', { ...success, ok: false }],
    ['an error against the exit', { ...success, error: failure.error }],
    ['no error against the exit', { ...failure, error: null }],
    ['no exit code', { ...success, meta: { duration_ms: 1 } }],
    ['no duration', { ...success, meta: { exit_code: 0 } }],
    ['an exit beyond a byte', { ...failure, meta: { exit_code: 256, duration_ms: 1 } }],
    ['a warning as text', { ...success, warnings: ['x'] }],
    ['a warning that is open', { ...success, warnings: [{ code: 'AB', message: 'm', level: 1 }] }],
    ['a code of one letter', { ...failure, error: { code: 'A', message: 'm' } }],
    ['a code in lower case', { ...failure, error: { code: 'not_found', message: 'm' } }],
    ['an object as detail', { ...failure, error: { ...failure.error, detail: {} } }],
    ['an unknown phase', { ...failure, error: { ...failure.error, phase: 'later' } }],
    [
      'pages that are open',
      { ...success, meta: { ...success.meta, pagination: { ...pages, x: 1 } } },
    ],
    [
      'a version of three parts',
      { ...success, meta: { ...success.meta, schema_version: '1.0.0' } },
    ],
    ['an effect in upper case', { ...success, meta: { ...success.meta, effects: { A: 1 } } }],
  ])('refuses %s', (_what, document) => {
    expect(isEnvelope(JSON.parse(JSON.stringify(document)))).toBe(false)
  })
})

const exit = { description: 'd', retryable: false, side_effects: 'none' }
const entry = {
  description: 'd',
  danger_level: 'safe',
  required_scopes: [],
  flags: {},
  exit_codes: { '0': exit },
}
const manifest = (command: object, root: object = {}) => ({
  schema_version: '3.21',
  framework_version: '1.0.0',
  etag: 'e',
  commands: { x: { ...entry, ...command } },
  ...root,
})
const waiting = { interruption: { detach: true, resume: false } }
const served = { stdout: 'protocol', protocol: 'lsp' }
const raw = { arguments: 'passthrough', option_placement: 'strict' }
const incomplete = { exit_codes: { '0': exit, '14': exit } }

describe('the manifest of contract 1.16', () => {
  test.each<[string, object]>([
    ['a bare command', {}],
    ['work that can be continued', { ...waiting, ...incomplete }],
    ['a protocol', served],
    ['arguments of another program', raw],
    ['a flag that confirms', { danger_level: 'destructive', confirm_flag: 'apply' }],
    ['a command for people', { requires_person: true, interactive: true, mcp: false }],
  ])('accepts %s', (_what, command) => {
    expect([isManifest(manifest(command)), isManifest.errors]).toEqual([true, null])
  })

  test.each<[string, object]>([
    ...Object.keys(entry).map((name): [string, object] => [`no ${name}`, { [name]: undefined }]),
    ['an unknown member', { danger: 'safe' }],
    ['an exit that is no number', { exit_codes: { OK: exit } }],
    [
      'a retryable exit with effects',
      { exit_codes: { '1': { ...exit, retryable: true, side_effects: 'partial' } } },
    ],
    ['continued work without exit 14', waiting],
    ['continued work that streams', { ...waiting, ...incomplete, streaming_default: true }],
    ['continued work that is async', { ...waiting, ...incomplete, async: true }],
    ['a protocol without a name', { stdout: 'protocol' }],
    ['a protocol that asks', { ...served, interactive: true }],
    ['a protocol with a file', { ...served, output_file: 'formatted' }],
    ['raw arguments with flags', { ...raw, flags: { a: { type: 'boolean', description: 'd' } } }],
    ['raw arguments that destroy', { ...raw, danger_level: 'destructive' }],
    ['raw arguments in any place', { arguments: 'passthrough' }],
    ['a safe command with a flag that confirms', { confirm_flag: 'apply' }],
    ['people without a terminal', { requires_person: true, mcp: false }],
    ['people beside MCP', { requires_person: true, interactive: true }],
    ['a mark with its other value', { requires_person: false, interactive: true, mcp: false }],
    ['an editor without an alternative', { requires_editor: true }],
    ['a window without a replacement', { gui_operations: ['open'] }],
    ['a folder of files without files', { output_file_base: 'cwd' }],
  ])('refuses %s', (_what, command) => {
    expect(isManifest(JSON.parse(JSON.stringify(manifest(command))))).toBe(false)
  })

  test('refuses another major version and unknown members at the root', () => {
    expect(isManifest(manifest({}, { schema_version: '2.0' }))).toBe(false)
    expect(isManifest(manifest({}, { tool: 'x' }))).toBe(false)
    expect(isManifest(manifest({}, { etag: undefined }))).toBe(false)
  })
})

describe('the schemas say what the tables say', () => {
  test.each(['1.0', '1.6', '1.16'] as const)('exits of contract %s', (generation) => {
    const rows = [
      ...Object.entries(EXIT_CODE_TABLES[generation]),
      ...(generation === '1.16' ? Object.entries(CONTINUATION_EXITS) : []),
    ]
    const groups: Record<string, number[]> = {}
    for (const [, { group, number }] of rows) (groups[group] ??= []).push(number)
    expect(readSchema(`${generation}/exit-code`)).toMatchObject({
      enum: rows.map(([, { number }]) => number),
      'x-enum-varnames': rows.map(([name]) => name),
      'x-enum-descriptions': rows.map(([, { meaning }]) => meaning),
      'x-groups': groups,
      'x-code-ranges': Object.fromEntries(
        EXIT_RANGES.map(({ from, to, use, authors }) => {
          const last = generation === '1.16' ? 14 : 13
          const range = `${from === 14 ? last + 1 : from}-${to === 13 ? last : to}`
          return [range, `${use}; to authors: ${authors}`]
        }),
      ),
    })
  })

  test.each(['1.0', '1.6', '1.16'] as const)('entries of exits in contract %s', (generation) => {
    const {
      $schema: _,
      $id: _id,
      title: _title,
      ...entry
    } = readSchema(`${generation}/exit-code-entry`)
    const { definitions } = readSchema(`${generation}/manifest-response`)
    expect(definitions).toMatchObject({ ExitCodeEntry: entry })
  })

  test.each([
    readSchema('1.0/response-envelope')['definitions'].ErrorDetail,
    readSchema('1.6/response-envelope')['definitions'].ErrorDetail,
    readSchema('1.16/response-envelope')['properties'].error.oneOf[1],
    readSchema('outcome')['definitions'].OutcomeError,
  ])('words of errors', ({ properties }) => {
    expect(properties.phase.enum).toEqual(PHASES)
    expect(properties.retry_strategy?.enum ?? RETRY_STRATEGIES).toEqual(RETRY_STRATEGIES)
    expect(properties.recovery?.enum ?? RECOVERIES).toEqual(RECOVERIES)
    expect(properties.category?.enum ?? FAILURE_NAMES).toEqual(FAILURE_NAMES)
  })

  test.each(['1.0', '1.6'])('redirects of contract %s', (generation) => {
    const { definitions } = readSchema(`${generation}/response-envelope`)
    expect(definitions.Redirect.properties.reason.enum).toEqual(REDIRECT_REASONS)
  })
})
