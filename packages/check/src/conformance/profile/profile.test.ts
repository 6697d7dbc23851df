import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import schema from 'surety/schemas/description.json' with { type: 'json' }
import { readDescription } from 'surety/unstable/description'
import { FAILURE_NAMES } from 'surety/unstable/contract'
import { FEATURES } from '../probing/subject.ts'
import { PROFILE } from './profile.ts'

const SPEC_KIT = {
  schema_version: '1.0',
  tool: 'acme',
  command: ['./acme'],
  timeout_seconds: 5,
  manifest: ['manifest'],
  argument_order: {
    command_path: ['volume', 'ls'],
    local_args: ['--limit', '2'],
    global_flag: '--format',
    value: 'json',
    alternate_value: 'plain',
    positional: 'zone-a',
  },
  probes: [
    { name: 'list', argv: ['volume', 'ls'], kind: 'read' },
    { name: 'flag', argv: ['volume', 'ls', '--nope'], kind: 'invalid' },
    {
      name: 'delete',
      argv: ['volume', 'rm', 'v-1'],
      kind: 'destructive',
      dry_run_flag: '--dry-run',
    },
    { name: 'stream', argv: ['volume', 'ls', '--stream'], kind: 'stream' },
    { name: 'cut', argv: ['ls', '--stream'], kind: 'stream', signal: 'INT', after_lines: 2 },
  ],
}

const { schema_version: _version, tool: name, command: program, ...check } = SPEC_KIT
const { timeout_seconds: _seconds, ...probing } = check
const OURS = { surety: 1, name, program, check: probing }
const parseProfile = (text: string) => readDescription(text, PROFILE)
const validate = new Ajv({ strict: false }).compile({
  ...schema,
  allOf: [{ $ref: '#/definitions/checked' }],
})
const read = { name: 'list', argv: [], kind: 'read' }
const withProbe = (probe: object) => ({ ...SPEC_KIT, probes: [{ ...read, ...probe }] })
const inOurs = (members: object) => ({ ...OURS, check: { ...probing, ...members } })

test("reads a profile of the spec's own kit, and the same in YAML", async () => {
  expect(await parseProfile(JSON.stringify(SPEC_KIT))).toMatchObject({ ok: true })
  const yaml = `schema_version: '1.0'\ntool: acme\ncommand: [acme]\ntimeout_seconds: 5\nprobes:\n  # a comment\n  - { name: list, argv: [ls], kind: read }\n`
  expect(await parseProfile(yaml)).toMatchObject({ ok: true, description: { program: ['acme'] } })
})

test('needs no more than the tool, its words and a call', async () => {
  const yaml = 'tool: acme\ncommand: [acme]\nprobes: [{ name: list, argv: [ls], kind: read }]\n'
  expect(await parseProfile(yaml)).toMatchObject({ ok: true })
})

test.each([
  ['no probes', { ...SPEC_KIT, probes: [] }, '/probes'],
  ['no words that start it', { ...SPEC_KIT, command: [] }, '/command'],
  ['an empty name', { ...SPEC_KIT, tool: '' }, '/tool'],
  ['no time', { ...SPEC_KIT, timeout_seconds: 0 }, '/timeout_seconds'],
  ['too much time', { ...SPEC_KIT, timeout_seconds: 121 }, '/timeout_seconds'],
  ['an unknown member', { ...SPEC_KIT, comment: 'x' }, '/comment'],
  ['an unknown kind', withProbe({ kind: 'delete' }), '/probes/0/kind'],
  ['a destructive probe without a preview', withProbe({ kind: 'destructive' }), '/probes/0'],
  ['a signal without lines', withProbe({ kind: 'stream', signal: 'INT' }), '/probes/0'],
  ['a signal for a read', withProbe({ signal: 'INT', after_lines: 1 }), '/probes/0/signal'],
  ['a deadline for a read', withProbe({ deadline_seconds: 1 }), '/probes/0/deadline_seconds'],
  [
    'a preview for a stream',
    withProbe({ kind: 'stream', dry_run_flag: '-n' }),
    '/probes/0/dry_run_flag',
  ],
  ['a limit for a read', withProbe({ time_limit_args: ['x'] }), '/probes/0/time_limit_args'],
  ['a feature that does not exist', inOurs({ absent: { wings: 'none' } }), '/check/absent/wings'],
  ['a variable that is a number', { ...OURS, env: { A: 1 } }, '/env/A'],
  ['no check', { surety: 1, name, program }, ''],
] as const)('refuses %s', async (_what, profile, pointer) => {
  const parsed = await parseProfile(JSON.stringify(profile))
  expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.pointer)).toContain(pointer)
})

test('refuses two probes of one name, and two equal values to compare', async () => {
  const twice = await parseProfile(JSON.stringify({ ...SPEC_KIT, probes: [read, read] }))
  expect(twice).toMatchObject({ ok: false, problems: [{ pointer: '/probes/1/name' }] })
  const order = { ...SPEC_KIT.argument_order, alternate_value: 'json' }
  const same = await parseProfile(JSON.stringify({ ...SPEC_KIT, argument_order: order }))
  expect(same).toMatchObject({
    ok: false,
    problems: [{ pointer: '/argument_order/alternate_value' }],
  })
})

test('never throws, whatever the text is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      const parsed = await parseProfile(text)
      expect(typeof parsed.ok).toBe('boolean')
    }),
  )
})

test('accepts nothing that the published schema refuses', async () => {
  const member = fc.constantFrom(...Object.keys(probing), 'absent', 'limits', 'cwd', 'secrets')
  await fc.assert(
    fc.asyncProperty(member, fc.jsonValue(), async (each, value) => {
      const profile = inOurs({ [each]: value })
      const parsed = await parseProfile(JSON.stringify(profile))
      if (parsed.ok) expect(validate(profile)).toBe(true)
    }),
  )
})

test('the schema has the names of the contract and of the kit', () => {
  const { failure, dialect, check: section } = schema.definitions
  expect(failure.properties.exit.enum).toEqual(FAILURE_NAMES)
  expect(dialect.properties.exits.additionalProperties.enum).toEqual(['SUCCESS', ...FAILURE_NAMES])
  expect(Object.keys(section.properties.absent.properties)).toEqual(FEATURES)
})
