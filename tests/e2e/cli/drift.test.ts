import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'

let bench: Bench
beforeAll(async () => {
  bench = await createBench()
})
afterAll(() => bench.remove())

/** A tool whose manifest and version are files beside it, so that it can change between two runs. */
const TOOL = `#!/bin/sh
case "$1" in
--version) cat "$0.version" ;;
--help) echo 'Commands: list, manifest' ;;
manifest) cat "$0.manifest" ;;
esac
`

/** The answer of its manifest command. */
function manifestOf(
  version: string,
  flags: readonly string[],
  fields: readonly string[],
  codes: readonly string[] = [],
): string {
  const exit = { name: 'SUCCESS', description: 'Done', retryable: false, side_effects: 'complete' }
  const flag = (name: string) => [name, { type: 'string', required: false, description: name }]
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
  const list = {
    description: 'Lists',
    danger_level: 'safe',
    exit_codes: { 0: { ...exit, ...(codes.length > 0 && { error_codes: codes }) } },
    flags: Object.fromEntries(flags.map(flag)),
    output_schema: { type: 'object', required: fields, properties },
  }
  const head = { schema_version: '1.0', framework_version: version, etag: 'e' }
  const data = { ...head, commands: { list } }
  return JSON.stringify({ ok: true, data, error: null, warnings: [], meta: { duration_ms: 1 } })
}

test('a contract is recorded, and changes demand the version that they need', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tool = join(folder, 'acme')
  const dir = join(folder, 'kept')
  const file = join(dir, 'contract.json')
  const state = (version: string, flags: readonly string[], fields: readonly string[]) => {
    writeFileSync(`${tool}.version`, version)
    writeFileSync(`${tool}.manifest`, manifestOf(version, flags, fields))
  }
  const words = (verb: string, ...more: readonly string[]) => {
    return ['fixtures', verb, '--dir', dir, ...more, '--', tool]
  }
  const run = (verb: string, ...more: readonly string[]) => bench.answer(words(verb, ...more))
  writeFileSync(tool, TOOL)
  chmodSync(tool, 0o755)
  state('1.2.0', ['zone'], ['id'])

  const { error: missing } = await run('drift')
  expect(missing).toMatchObject({
    code: 'NO_FIXTURES',
    suggestion: `surety fixtures record --dir ${dir} -- <tool>`,
  })
  expect((await run('record')).data).toMatchObject({ effect: 'created' })
  expect((await run('drift', '--frozen')).data.changes).toEqual([])

  state('1.2.0', ['zone', 'tag'], ['id'])
  const additive = await run('drift')
  expect(additive.error).toMatchObject({
    code: 'VERSION_TOO_LOW',
    message: '1 change needs version 1.3.0 or later; the tool says 1.2.0.',
  })
  state('1.3.0', ['zone', 'tag'], ['id'])
  const [allowed, frozen] = await Promise.all([run('drift'), run('drift', '--frozen')])
  expect(allowed).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining(`fixtures record --update --dir ${dir} -- ${tool}`)],
  })
  expect(frozen.error.code).toBe('CONTRACT_CHANGED')

  state('1.3.0', ['tag'], ['name'])
  const refused = await bench.surety(words('record'))
  expect(refused.code).toBe(4)
  expect(refused.envelope.meta.data).toMatchObject({
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
  expect((await run('record')).data).toMatchObject({ effect: 'updated' })

  // A fixture of a command that the manifest no longer lists does not keep the command alive.
  const locked = JSON.parse(readFileSync(file, 'utf8')) as { commands: Record<string, object> }
  locked.commands['drop'] = { ...locked.commands['list'] }
  writeFileSync(
    file,
    JSON.stringify({ ...locked, declared: { redirects: { drop: 'list' }, deprecated: [] } }),
  )
  const old = { command: 'drop', case: 'success', file: 'drop.json', argv: ['drop'], exit_code: 0 }
  const head = { schema_version: '1.0', tool: 'acme', dialect: 'spec-1.6', volatile: [] }
  const cases = [{ ...old, stream: 'stdout' }]
  writeFileSync(join(dir, 'fixtures.json'), JSON.stringify({ ...head, cases }))
  writeFileSync(join(dir, 'drop.json'), manifestOf('1', [], []))
  const gone = await run('drift')
  expect(gone.meta.data.changes).toEqual([
    {
      kind: 'announced',
      at: 'drop',
      message: 'the command is gone, callers are redirected to list',
    },
  ])
  writeFileSync(`${tool}.manifest`, manifestOf('1.3.0', ['tag'], ['name'], ['BUSY']))
  await run('record', '--force')
  writeFileSync(`${tool}.manifest`, manifestOf('1.3.0', ['tag'], ['name'], ['LOCKED']))
  expect((await run('drift')).meta.data.changes).toEqual([
    { kind: 'additive', at: 'list', message: 'the error code LOCKED is new' },
    {
      kind: 'breaking',
      at: 'list',
      message: 'the error code BUSY is gone: who waits for it takes another branch',
    },
  ])
  writeFileSync(file, '{}')
  expect((await run('drift')).error.code).toBe('INVALID_LOCK')
})

test('declared error codes are recorded, of a tool that a profile names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-codes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [codes, remembers] = ['own-codes.mjs', 'remembers.sh'].map((name) =>
    fileURLToPath(new URL(`../../bin/${name}`, import.meta.url)),
  )
  const profile = join(folder, 'codes.surety.yaml')
  const state = (...variables: readonly string[]) => {
    // Each lock asks it the same.
    const program = [remembers, folder, 'env', ...variables, process.execPath, codes]
    const probes = [{ name: 'one', argv: ['one'], kind: 'read' }]
    const check = { manifest: ['manifest'], probes }
    writeFileSync(profile, JSON.stringify({ surety: 1, name: 'codes', program, check }))
  }
  state()
  const dir = join(folder, 'kept')
  const run = (verb: string) => bench.answer(['fixtures', verb, '--dir', dir, '--profile', profile])
  expect((await run('record')).data).toMatchObject({ effect: 'created' })
  state('SHARED=OTHER_SHARED', 'OWN=OTHER_OWN')
  const renamed = await run('drift')
  expect(renamed.error.code).toBe('VERSION_TOO_LOW')
  const changes: readonly { kind: string; at: string; message: string }[] =
    renamed.meta.data.changes
  // And nothing else differs from what was written.
  expect(
    changes.map(({ kind, at, message }) => `${kind} ${at}: ${message.split(':')[0]!}`),
  ).toEqual([
    'additive one: the error code OTHER_OWN is new',
    'additive one: the error code OTHER_SHARED is new',
    'breaking one: the error code BUSY_NOW is gone',
    'breaking one: the error code ONE_GONE is gone',
    'additive two: the error code OTHER_SHARED is new',
    'breaking two: the error code BUSY_NOW is gone',
  ])
})

test.each(['spec-1.6', 'spec-1.16', 'td', 'claw-2.0', 'animus-1', 'incur-full'])(
  'the codes that an author declares are recorded in %s',
  async (dialect) => {
    const folder = mkdtempSync(join(tmpdir(), 'surety-codes-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const codes = fileURLToPath(new URL('../../bin/own-codes.mjs', import.meta.url))
    const env = ['env', `DIALECT=${dialect}`, process.execPath, codes]
    const words = ['fixtures', 'record', '--dir', folder, '--', ...env]
    expect((await bench.answer(words)).data).toMatchObject({ effect: 'created' })
    const { commands } = JSON.parse(readFileSync(join(folder, 'contract.json'), 'utf8')) as Contract
    expect(commands['one']).toMatchObject({
      errors: expect.arrayContaining(['BUSY_NOW', 'ONE_GONE']),
    })
  },
)

/** A tool that prints bare JSON, and whose help lists names, or nothing. */
const PLAIN = `#!/bin/sh
case "$1" in
--version) echo 2.0.0 ;;
--help) [ -e "$0.quiet" ] || printf 'Commands:\\n  list    Lists\\n  drop    Drops\\n' ;;
list) echo '{"items":[{"id":1}],"next":null}' ;;
*) exit 1 ;;
esac
`

test('a tool without a manifest is known by its help and its answers, with a warning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surety-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const tool = join(folder, 'plain')
  const dir = join(folder, 'fixtures')
  const profile = join(folder, 'plain.json')
  writeFileSync(tool, PLAIN)
  chmodSync(tool, 0o755)
  const probes = [{ name: 'list', argv: ['list'], kind: 'read' }]
  const head = { schema_version: '1.0', tool: 'plain', command: [tool], timeout_seconds: 5 }
  writeFileSync(profile, JSON.stringify({ ...head, probes }))

  writeFileSync(`${tool}.quiet`, '')
  expect((await bench.answer(['fixtures', 'record', '--dir', dir, '--', tool])).error.code).toBe(
    'NOTHING_TO_RECORD',
  )
  rmSync(`${tool}.quiet`)
  expect(await bench.answer(['fixtures', 'record', '--dir', dir, '--', tool])).toMatchObject({
    data: { effect: 'created', names_only: true },
    warnings: [expect.stringContaining('their flags are unknown')],
  })
  // The profile names the tool, as it does for check.
  for (const verb of ['record', 'compare', 'drift'])
    expect(
      await bench.answer(['fixtures', verb, '--profile', profile, '--dir', dir]),
    ).toMatchObject({ ok: true })
  expect((await bench.answer(['fixtures', 'compare', '--dir', dir])).error).toMatchObject({
    code: 'MISSING_ARGUMENT',
    message: 'The tool is missing: give its words after --, or --profile FILE.',
  })
  const { commands } = JSON.parse(readFileSync(join(dir, 'contract.json'), 'utf8')) as Contract
  expect(commands['list']).toMatchObject({
    exits: { 0: '' },
    fields: { items: 'array', 'items[].id': 'number', next: 'null' },
  })
  // The tool is asked, and not only what was recorded of it.
  writeFileSync(tool, PLAIN.replace('"id"', '"name"'))
  const renamed = await bench.answer(['fixtures', 'drift', '--profile', profile, '--dir', dir])
  expect(renamed.error).toMatchObject({ code: 'VERSION_TOO_LOW' })
  expect(renamed.meta.data.changes).toMatchObject([
    { kind: 'breaking', at: 'list data.items[].id' },
    { kind: 'additive', at: 'list data.items[].name' },
  ])
})

interface Contract {
  readonly commands: Readonly<Record<string, object>>
}
