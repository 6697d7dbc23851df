import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { surety } from '../processes/run-surety.ts'

/** A tool whose manifest and version come from its surroundings, so that it can change between two runs. */
const TOOL = `#!/usr/bin/env node
const { readFileSync } = require('node:fs')
const { version, flags, fields } = JSON.parse(readFileSync(__dirname + '/state.json', 'utf8'))
const answer = (data) => console.log(JSON.stringify({ ok: true, data, error: null, warnings: [], meta: { duration_ms: 1 } }))
const [command] = process.argv.slice(2)
if (command === '--version') console.log(version)
else if (command === '--help') console.log('Commands: list, manifest')
else if (command === 'manifest') {
  const exit = { name: 'SUCCESS', description: 'Done', retryable: false, side_effects: 'complete' }
  const list = {
    description: 'Lists', danger_level: 'safe', exit_codes: { 0: exit },
    flags: Object.fromEntries(flags.map((name) => [name, { type: 'string', required: false, description: name }])),
    output_schema: { type: 'object', required: fields, properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])) },
  }
  answer({ schema_version: '1.0', framework_version: version, etag: 'e', commands: { list } })
} else answer({})
`

test('a lock is written, and changes demand the version that they need', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tool = join(folder, 'acme')
  const file = join(folder, 'acme.lock.json')
  const state = (version: string, flags: readonly string[], fields: readonly string[]) =>
    writeFileSync(join(folder, 'state.json'), JSON.stringify({ version, flags, fields }))
  const lock = (verb: string, ...more: readonly string[]) =>
    surety(['lock', verb, '--file', file, '--fixtures', join(folder, 'none'), ...more, '--', tool])
  writeFileSync(tool, TOOL)
  chmodSync(tool, 0o755)
  state('1.2.0', ['zone'], ['id'])

  expect((await lock('verify')).envelope().error.code).toBe('NO_LOCK')
  expect((await lock('write')).envelope().data).toMatchObject({ effect: 'created', commands: 1 })
  expect((await lock('verify', '--frozen')).envelope().data.changes).toEqual([])

  state('1.2.0', ['zone', 'tag'], ['id'])
  const additive = await lock('verify')
  expect(additive.envelope().error).toMatchObject({
    code: 'VERSION_TOO_LOW',
    message: '1 change needs version 1.3.0 or later; the tool says 1.2.0.',
  })
  state('1.3.0', ['zone', 'tag'], ['id'])
  const [allowed, frozen] = await Promise.all([lock('verify'), lock('verify', '--frozen')])
  expect(allowed.envelope()).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('lock write')],
  })
  expect(frozen.envelope().error.code).toBe('LOCK_OUT_OF_DATE')

  state('1.3.0', ['tag'], ['name'])
  const refused = await lock('write')
  expect(refused.code).toBe(4)
  expect(refused.envelope().meta.data).toMatchObject({
    effect: 'refused',
    version: { bump: 'major', needed: '2.0.0', is_enough: false },
    changes: [
      { kind: 'breaking', at: 'list --zone' },
      { kind: 'additive', at: 'list --tag' },
      { kind: 'breaking', at: 'list data.id' },
      { kind: 'additive', at: 'list data.name' },
    ],
  })
  const declared = JSON.parse(readFileSync(file, 'utf8')) as { declared: { deprecated: string[] } }
  declared.declared.deprecated = ['list --zone', 'list data.id']
  writeFileSync(file, JSON.stringify(declared))
  expect((await lock('write')).envelope().data).toMatchObject({ effect: 'updated' })
  writeFileSync(file, '{}')
  expect((await lock('verify')).envelope().error.code).toBe('INVALID_LOCK')
})
