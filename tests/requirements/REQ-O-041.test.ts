import { describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

describe('descriptions', () => {
  it('REQ-O-041/1,2,3,4,5,6,7,8,9,10,11,12,15,16,17: are one manifest', async () => {
    const [first, second, changed, group, schema] = await Promise.all([
      optional('manifest'),
      optional('manifest', { env: { OPTIONAL_REGION: 'eu' } }),
      optional('manifest', { env: { NEW_WORDS: 'Deletes a user' } }),
      optional('user add --schema'),
      optional(['manifest', '--etag', 'sha256:none']),
    ])
    const { commands, etag, flags: root, exit_codes: shared } = first.data
    expect([first.data['schema_version'], first.data['framework_version']]).toEqual([
      expect.stringMatching(/^3\.\d+$/),
      '3.1.4',
    ])
    expect(etag).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(second.data['etag']).toBe(etag)
    expect(changed.data['etag']).not.toBe(etag)
    expect(schema.data['etag']).toBe(etag)
    const same = await optional(['manifest', '--etag', etag as string])
    expect(same.envelope).toMatchObject({ ok: true, data: null, meta: { not_modified: true } })
    expect(same.code).toBe(0)
    expect(Object.keys(commands)).toEqual(
      expect.arrayContaining(['look', 'user', 'user.add', 'user.remove', 'manifest', 'job.wait']),
    )
    expect(commands['user'].subcommands).toEqual(['user.add', 'user.remove'])
    expect(commands['look']).toMatchObject({
      aliases: ['see'],
      examples: [{ description: 'Look at it', command: 'optional look' }],
    })
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
    expect(commands['user.add'].positionals).toMatchObject([{ name: 'name', required: true }])
    for (const [name, entry] of Object.entries<Loose>(commands)) {
      for (const flag of Object.values<Loose>({ ...entry['flags'], ...root })) {
        expect(flag).toMatchObject({ required: expect.any(Boolean), type: expect.any(String) })
        expect(flag['default'], name).not.toBeNull()
        expect(Boolean(flag['enum_values'])).toBe(flag['type'] === 'enum')
      }
      for (const number of Object.keys({ ...shared, ...entry['exit_codes'] }))
        expect(number).toMatch(/^(0|[1-9]\d*)$/)
    }
    // What all share is at the root; the schema of a command has the whole table.
    expect(commands['user.add'].exit_codes).not.toHaveProperty('2')
    expect(shared['2'].name).toBe('ARG_ERROR')
    expect(commands['user.add'].exit_codes['6'].description).toBe('There is such a user')
    expect(group.data['exit_codes']).toEqual({ ...shared, ...commands['user.add'].exit_codes })
    expect(commands['manifest'].builtin).toBe(true)
    expect(commands['job.wait'].builtin).toBe(true)
    expect(commands['version'].builtin).not.toBe(true)
    // The call is put together from the manifest alone.
    const { role } = commands['user.add'].flags
    const call = ['user', 'add', '--role', role.enum_values[1], 'Ada']
    expect((await optional(call)).data).toMatchObject({ name: 'Ada', role: 'writer' })
  })
})
