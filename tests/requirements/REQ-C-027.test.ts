import { describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'

import { contracts } from './contracts.ts'

describe('a command whose options end at its first argument', () => {
  it('has its options before the first argument', async () => {
    const [strict, mixed, schema, manifest] = await Promise.all([
      contracts('runs --format json --label a ./x --child --format md --help -- y'),
      contracts('described a --size 2 f --format json'),
      contracts('runs --schema'),
      contracts('manifest'),
    ])
    expect(strict.data).toEqual({
      program: './x',
      words: ['--child', '--format', 'md', '--help', '--', 'y'],
      label: 'a',
    })
    expect(mixed.data).toMatchObject({ size: 2, files: ['f'] })
    expect(schema.data['option_placement']).toBe('strict')
    const commands = Object.entries<Loose>(manifest.data['commands']).filter(
      ([, { subcommands }]) => !subcommands,
    )
    for (const [name, { option_placement: placement }] of commands)
      expect([name, placement]).toEqual([name, name === 'runs' ? 'strict' : 'any'])
  })
})
