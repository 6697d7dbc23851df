import { expect, test } from 'vitest'

import { commandsOfManifest, commandsOfProfile } from './foreign-commands.ts'
import { spellCall } from './foreign-words.ts'

const flag = (type: string, more: object = {}) => ({
  type,
  required: false,
  description: '',
  ...more,
})

const manifest = {
  commands: {
    help: { danger_level: 'safe', flags: {} },
    'volume.rm': {
      description: 'Removes a volume',
      danger_level: 'destructive',
      flags: {
        volume: flag('string', { required: true, description: 'Argument 1: The volume' }),
        'dry-run': flag('boolean'),
        label: flag('array'),
        output: flag('enum', { enum_values: ['json', 'plain'] }),
      },
    },
    shell: { danger_level: 'mutating', flags: {}, mcp: false },
    pick: { danger_level: 'mutating', flags: {}, requires_person: true },
    serve: { danger_level: 'safe', flags: {}, stdout: 'protocol' },
  },
}

const [rm] = commandsOfManifest(manifest)

test('lists the commands of a manifest that are for programs', () => {
  expect(commandsOfManifest(manifest).map(({ name }) => name)).toEqual(['volume rm'])
  expect(rm).toMatchObject({
    confirmedBy: 'confirm',
    inputSchema: { required: ['volume'], properties: { confirm: { type: 'boolean' } } },
  })
  expect(commandsOfManifest(null)).toEqual([])
})

test.each([
  [{ volume: 'v1', confirm: true }, ['volume', 'rm', '--output=json', 'v1']],
  [{ volume: '-v', confirm: true }, ['volume', 'rm', '--output=json', '--', '-v']],
  [{ volume: 'v1', dryRun: true }, ['volume', 'rm', '--dry-run', '--output=json', 'v1']],
  [
    { volume: 'v1', label: ['a', 'b'], confirm: true },
    ['volume', 'rm', '--label=a', '--label=b', '--output=json', 'v1'],
  ],
])('spells %j', (args, words) => {
  expect(spellCall(rm!, args)).toEqual({ ok: true, words })
})

test.each([[{ volume: 'v1' }], [{ volume: 'v1', confirm: 'yes' }], [{ confirm: false }]])(
  'refuses %j, which is not confirmed',
  (args) => {
    expect(spellCall(rm!, args)).toMatchObject({ ok: false, code: 'CONFIRMATION_REQUIRED' })
  },
)

test('a call of a profile is the words of its probe, and a preview adds its flag', () => {
  const [drop, , , run] = commandsOfProfile({
    surety: 1,
    name: 'acme',
    program: ['acme'],
    check: {
      machine_args: ['--json'],
      probes: [
        { name: 'drop', argv: ['rm', 'x'], kind: 'destructive', dry_run_flag: '--simulate' },
        { name: 'list', argv: ['ls', '-l'], kind: 'read' },
        { name: 'add', argv: ['add', 'x'], kind: 'write' },
      ],
    },
  })
  expect(spellCall(drop!, { confirm: true })).toEqual({ ok: true, words: ['rm', 'x', '--json'] })
  expect(spellCall(drop!, { simulate: true })).toEqual({
    ok: true,
    words: ['rm', 'x', '--simulate', '--json'],
  })
  expect(run).toMatchObject({ danger: 'destructive', confirmedBy: 'confirm' })
  for (const argv of [
    ['ls', '-l'],
    ['add', 'x'],
    ['rm', 'x', '--simulate'],
  ])
    expect(spellCall(run!, { argv })).toEqual({ ok: true, words: [...argv, '--json'] })
  for (const args of [
    { argv: ['rm', 'x'] },
    { argv: ['rm', 'y'] },
    { argv: ['ls', '-l', 'x'] },
    { argv: ['ls', '-l'], force: true },
    { argv: [['ls'], '-l'] },
    { argv: [] },
    {},
  ])
    expect(spellCall(run!, args)).toMatchObject({ ok: false, code: 'CONFIRMATION_REQUIRED' })
  expect(spellCall(run!, { argv: ['rm', 'y'], confirm: true })).toEqual({
    ok: true,
    words: ['rm', 'y', '--json'],
  })
})
