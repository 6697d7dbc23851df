import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

describe('the manifest', () => {
  let data: Loose
  let commands: Loose
  beforeAll(async () => {
    ;({ data } = await optional('manifest'))
    ;({ commands } = data)
  })

  it('lists all commands, built-in ones too, in one level with their aliases', () => {
    expect(Object.keys(commands)).toEqual(
      expect.arrayContaining(['look', 'user', 'user.add', 'user.remove', 'manifest']),
    )
    expect(commands['user'].subcommands).toEqual(['user.add', 'user.remove'])
    expect(commands['look'].aliases).toEqual(['see'])
    for (const entry of Object.values<Loose>(commands)) expect(entry['flags']).toBeTypeOf('object')
  })

  it('has the exits that commands declare, shared ones at the root', async () => {
    const { exit_codes: shared } = data
    for (const entry of Object.values<Loose>(commands))
      for (const number of Object.keys({ ...shared, ...entry['exit_codes'] }))
        expect(number).toMatch(/^(0|[1-9]\d*)$/)
    expect(commands['user.add'].exit_codes).not.toHaveProperty('2')
    expect(shared['2'].name).toBe('ARG_ERROR')
    expect(commands['user.add'].exit_codes['6'].description).toBe('There is such a user')
    // What all share is at the root; the schema of a command has the whole table.
    const schema = await optional('user add --schema')
    expect(schema.data['exit_codes']).toEqual({ ...shared, ...commands['user.add'].exit_codes })
  })

  it('is not repeated for callers that have it', async () => {
    const [same, other] = await Promise.all([
      optional(['manifest', '--etag', data['etag'] as string]),
      optional(['manifest', '--etag', 'sha256:none']),
    ])
    expect(same.envelope).toMatchObject({ ok: true, data: null, meta: { not_modified: true } })
    expect(same.code).toBe(0)
    expect(other.data['etag']).toBe(data['etag'])
  })

  it('is enough to put a call together', async () => {
    const { flags, positionals } = commands['user.add']
    expect(positionals).toMatchObject([{ name: 'name', required: true }])
    const call = ['user', 'add', '--role', flags.role.enum_values[1], 'Ada']
    expect((await optional(call)).data).toMatchObject({ name: 'Ada', role: 'writer' })
  })

  it('describes each flag, without empty defaults', () => {
    expect(commands['user.add'].flags).toMatchObject({
      role: {
        type: 'enum',
        required: false,
        description: 'What they may do',
        default: 'reader',
        enum_values: ['reader', 'writer'],
      },
      team: { type: 'string', short: 't' },
    })
    for (const [name, entry] of Object.entries<Loose>(commands))
      for (const flag of Object.values<Loose>({ ...entry['flags'], ...data['flags'] })) {
        expect(flag).toMatchObject({ required: expect.any(Boolean), type: expect.any(String) })
        expect(flag['default'], name).not.toBeNull()
        expect(Boolean(flag['enum_values'])).toBe(flag['type'] === 'enum')
      }
  })

  it('has the versions of its schema and of the framework, and examples', () => {
    const { version } = JSON.parse(readFileSync('packages/surety/package.json', 'utf8')) as Loose
    expect([data['schema_version'], data['framework_version']]).toEqual([
      expect.stringMatching(/^3\.\d+$/),
      version,
    ])
    expect(commands['look'].examples).toEqual([
      { description: 'Look at it', command: 'optional look' },
    ])
  })

  it('has an etag of the declarations, whatever state the call is in', async () => {
    const [second, changed] = await Promise.all([
      optional('manifest', { env: { OPTIONAL_REGION: 'eu' } }),
      optional('manifest', { env: { NEW_WORDS: 'Deletes a user' } }),
    ])
    expect(data['etag']).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(second.data['etag']).toBe(data['etag'])
    expect(changed.data['etag']).not.toBe(data['etag'])
    expect(changed.stdout).toContain('Deletes a user')
  })

  it('marks what is built in, and no command that replaces it', () => {
    expect(commands['manifest'].builtin).toBe(true)
    expect(commands['version'].builtin).not.toBe(true)
  })
})
