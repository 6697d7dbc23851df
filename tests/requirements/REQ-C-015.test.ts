import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { runAll } from '../e2e/processes/run-tool.ts'
import { contracts, expectRefusals } from './contracts.ts'

describe('--schema', () => {
  const run = () =>
    runAll({
      one: contracts('described --schema'),
      added: contracts('described --schema', { env: { NEW_OPTION: '1' } }),
      whole: contracts('--schema'),
      fine: contracts('described b --level 2'),
      zone: contracts('described c'),
      level: contracts('described a --level 9'),
      text: contracts(['described', 'a', '--filter', 'text']),
      shape: contracts(['described', 'a', '--filter', '{"id":1}']),
      size: contracts('described a --size 0'),
    })
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })
  const expectRefused = (name: keyof typeof seen, flag: string) => {
    expect([name, seen[name].code, seen[name].calls]).toEqual([name, 2, 0])
    expect(seen[name].error['message']).toContain(flag)
  }

  it('of a command has its parameters and the schema of its output', () => {
    expect(seen.one.code).toBe(0)
    expect(seen.one.data['parameters']).toEqual(seen.one.data['flags'])
    expect(seen.one.data['output_schema']).toMatchObject({ type: 'object' })
  })

  it('of the tool has all commands, each with both', () => {
    const commands = seen.whole.data['commands'] as Record<string, Loose>
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(['make', 'described', 'manifest']))
    expect(commands['described']).toMatchObject({
      flags: { filter: { type: 'object' } },
      positionals: [{ name: 'zone' }, { name: 'files' }],
      output_schema: { type: 'object' },
    })
  })

  it('has a new option as soon as it is declared', () => {
    expect(seen.one.data['parameters']).not.toHaveProperty('added')
    expect(seen.added.data['parameters']['added']).toMatchObject({ required: true })
  })

  it('has an output schema that the data passes, and other data does not', () => {
    const output = seen.one.data['output_schema'] as object
    const isOutput = new Ajv({ strict: false, validateFormats: false }).compile(output)
    expect(isOutput(seen.fine.data)).toBe(true)
    expect(isOutput({ effect: 1 })).toBe(false)
  })

  it('has type, default, choice and meaning of each option', () => {
    const { parameters } = seen.one.data
    expect(parameters['size']).toEqual({
      type: 'integer',
      required: false,
      description: 'How large it is (at least 1)',
      default: 4,
    })
    expect(parameters['level']).toMatchObject({ type: 'integer', enum_values: [1, 2, 3] })
  })

  it('cannot be written by an author', async () => {
    await expectRefusals('C-015')
  })

  it('is what input is checked by, before anything runs', () => {
    expectRefused('size', '--size')
    expectRefused('zone', 'zone')
  })

  it('has the positional arguments in order', () => {
    expect(seen.one.data['positionals']).toEqual([
      {
        name: 'zone',
        type: 'enum',
        required: true,
        description: expect.stringContaining('Where it is'),
        enum_values: ['a', 'b'],
      },
      expect.objectContaining({ name: 'files', required: false, variadic: true }),
    ])
  })

  it('has the schema of objects, and other text is refused', () => {
    expect(seen.one.data['parameters']['filter']).toMatchObject({
      type: 'object',
      schema: { required: ['id'] },
    })
    expectRefused('text', '--filter')
    expectRefused('shape', '--filter')
  })

  it('has schemas and choices only where they belong, and holds them', () => {
    const { parameters } = seen.one.data
    expect(parameters['items']).toMatchObject({ type: 'array', schema: { type: 'object' } })
    for (const { type, schema, enum_values: values } of Object.values<Loose>(parameters)) {
      if (schema) expect(['object', 'array']).toContain(type)
      if (values) expect(['enum', 'integer']).toContain(type)
    }
    expectRefused('level', '--level')
    expect(seen.fine.data['level']).toBe(2)
  })
})
