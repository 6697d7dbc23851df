import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, test } from 'vitest'

import type { JsonObject } from '../json/json-value.ts'
import { publishedSchemas } from './published-schemas.ts'

const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })
const schemas = publishedSchemas() as Readonly<Record<string, JsonObject>>
const compile = (name: string): ValidateFunction => ajv.compile(schemas[`1.16/${name}.json`]!)
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

test('the exits and the data of incomplete work are those of contract 1.16', () => {
  expect(schemas['1.16/exit-code.json']!['enum']).toEqual([...Array(15).keys()])
  expect(schemas['1.16/incomplete-work.json']!['required']).toEqual([
    'state',
    'job_id',
    'progress',
    'continue_command',
    'cancel_command',
  ])
})
