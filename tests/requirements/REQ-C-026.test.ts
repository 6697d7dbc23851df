import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractCalls, contractManifest, contracts, expectRefusals } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('input', () => {
  it('REQ-C-026/1,2,3,4,5,6,7,8,9,10,11: follows the rules between options', async () => {
    const { data } = await contracts('exports --schema')
    const rules = [
      { one_of: ['exact', 'fuzzy'] },
      { if_flag: 'as', if_value: 'csv', then_required: ['separator'] },
      { if_flag: 'compress', if_value: false, then_required: ['level'] },
      { if_flag: 'host', target_flag: 'port', default: 0 },
      { any_of: ['id', 'name'] },
      { if_flag: 'file', prohibited: ['stdout'] },
    ]
    expect(data['requires']).toEqual(rules)
    expect(entry('exports')['requires']).toEqual(rules)
    const isValid = new Ajv({ strict: false }).compile(data['input_schema'])
    const fine = { exact: true, id: 'a' }
    const cases: readonly (readonly [values: object, ...named: string[]])[] = [
      [{ exact: true }, '--id', '--name'],
      [{ id: 'a' }, '--exact', '--fuzzy'],
      [{ exact: false, id: 'a' }, '--exact', '--fuzzy'],
      [{ ...fine, fuzzy: true }, '--exact', '--fuzzy'],
      [{ ...fine, as: 'csv' }, '--separator'],
      [{ ...fine, compress: false }, '--level'],
      [{ ...fine, file: 'f', stdout: true }, '--file', '--stdout'],
      [{ exact: true, name: 'n' }],
      [{ ...fine, compress: true }],
      [{ ...fine, host: 'h' }],
      [{ ...fine, port: 9 }],
      [{ exact: false, fuzzy: true, id: 'a' }],
    ]
    const { ended, ran } = await contractCalls(
      ...cases.map(([values]) => ({ _cmd: 'exports', ...values })),
    )
    expect(ended.map(({ code }) => code)).toEqual(cases.map(([, name]) => (name ? 2 : 0)))
    expect(ran).toBe(5)
    for (const [at, [values, ...named]] of cases.entries()) {
      for (const name of named) expect(ended[at]!.error['message']).toContain(name)
      // A switch that is turned off counts as absent, which a schema of JSON cannot say.
      if (!('exact' in values && values.exact === false))
        expect(isValid(values), JSON.stringify(values)).toBe(named.length === 0)
    }
    expect(ended.slice(-3).map(({ data }) => data['port'])).toEqual([443, 9, 0])
    await expectRefusals('C-026')
  })
})
