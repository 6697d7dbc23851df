import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseProfile } from './parse-profile.ts'
import { profileSchema } from './profile-schema.ts'

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

const validate = new Ajv({ strict: false }).compile(profileSchema)
const read = { name: 'list', argv: [], kind: 'read' }
const withProbe = (probe: object) => ({ ...SPEC_KIT, probes: [{ ...read, ...probe }] })

test("reads a profile of the spec's own kit, and the same in YAML", async () => {
  expect(await parseProfile(JSON.stringify(SPEC_KIT))).toMatchObject({ ok: true })
  const yaml = `schema_version: '1.0'\ntool: acme\ncommand: [acme]\ntimeout_seconds: 5\nprobes:\n  # a comment\n  - { name: list, argv: [ls], kind: read }\n`
  expect(await parseProfile(yaml)).toMatchObject({ ok: true, profile: { command: ['acme'] } })
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
  ['a feature that does not exist', { ...SPEC_KIT, absent: { wings: 'none' } }, '/absent/wings'],
  ['a variable that is a number', { ...SPEC_KIT, env: { A: 1 } }, '/env/A'],
] as const)('refuses %s, as the published schema does', async (_what, profile, pointer) => {
  expect(validate(profile)).toBe(false)
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
  const member = fc.constantFrom(...Object.keys(SPEC_KIT), 'env', 'absent', 'limits', 'cwd')
  await fc.assert(
    fc.asyncProperty(member, fc.jsonValue(), async (name, value) => {
      const profile = { ...SPEC_KIT, [name]: value }
      const parsed = await parseProfile(JSON.stringify(profile))
      if (parsed.ok) expect(validate(profile)).toBe(true)
    }),
  )
})
