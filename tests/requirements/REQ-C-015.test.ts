import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contracts, expectRefusals } from './contracts.ts'

describe('--schema', () => {
  it('REQ-C-015/1,2,3,4,5,6,7,8,9,10,11,12: describes input and output', async () => {
    const [one, added, wrapped, whole, ...bad] = await Promise.all([
      contracts('described --schema'),
      contracts('described --schema', { env: { NEW_OPTION: '1' } }),
      contracts('--schema wrapped'),
      contracts('--schema'),
      contracts('described c'),
      contracts('described a --level 9'),
      contracts(['described', 'a', '--filter', 'text']),
      contracts(['described', 'a', '--filter', '{"id":1}']),
      contracts('described a --size 0'),
    ])
    const { parameters, positionals, output_schema: output } = one.data
    expect(parameters).toEqual(one.data['flags'])
    expect(parameters['size']).toEqual({
      type: 'integer',
      required: false,
      description: 'How large it is (at least 1)',
      default: 4,
    })
    expect(parameters['level']).toMatchObject({ type: 'integer', enum_values: [1, 2, 3] })
    expect(parameters['filter']).toMatchObject({ type: 'object', schema: { required: ['id'] } })
    expect(parameters['items']).toMatchObject({ type: 'array', schema: { type: 'object' } })
    expect(positionals).toEqual([
      {
        name: 'zone',
        type: 'enum',
        required: true,
        description: expect.stringContaining('Where it is'),
        enum_values: ['a', 'b'],
      },
      expect.objectContaining({ name: 'files', required: false, variadic: true }),
    ])
    for (const { type, schema, enum_values: values } of Object.values<Loose>(parameters)) {
      if (schema) expect(['object', 'array']).toContain(type)
      if (values) expect(['enum', 'integer']).toContain(type)
    }
    expect(parameters).not.toHaveProperty('added')
    expect(added.data['parameters']['added']).toMatchObject({ required: true })
    const isOutput = new Ajv({ strict: false, validateFormats: false }).compile(output)
    const fine = await contracts('described b --level 2')
    expect(isOutput(fine.data)).toBe(true)
    expect(fine.data['level']).toBe(2)
    expect(isOutput({ effect: 1 })).toBe(false)
    expect(wrapped.data).toMatchObject({ arguments: 'passthrough', flags: {} })
    expect(wrapped.data).not.toHaveProperty('input_schema')
    expect(Object.keys(whole.data['commands'])).toEqual(
      expect.arrayContaining(['make', 'described', 'manifest', 'job.wait']),
    )
    expect(whole.data['commands'].described).toMatchObject({
      flags: { filter: { type: 'object' } },
      positionals: [{ name: 'zone' }, { name: 'files' }],
      output_schema: { type: 'object' },
    })
    expect(bad.map(({ code, trace }) => [code, trace])).toEqual(bad.map(() => [2, []]))
    expect(bad[2].error['message']).toContain('--filter')
    await expectRefusals('C-015')
  })
})
