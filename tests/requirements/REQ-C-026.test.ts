import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractCalls, contractManifest, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('input', () => {
  const fine = { exact: true, id: 'a' }
  const cases: Readonly<Record<string, object>> = {
    neither: { exact: true },
    noneOf: { id: 'a' },
    turnedOff: { exact: false, id: 'a' },
    both: { ...fine, fuzzy: true },
    needs: { ...fine, as: 'csv' },
    ifFalse: { ...fine, compress: false },
    conflict: { ...fine, file: 'f', stdout: true },
    named: { exact: true, name: 'n' },
    ifTrue: { ...fine, compress: true },
    host: { ...fine, host: 'h' },
    port: { ...fine, port: 9 },
    swapped: { exact: false, fuzzy: true, id: 'a' },
    given: { ...fine, as: 'csv', separator: ';' },
  }
  const run = async () => {
    const [{ ended, ran }, schema] = await Promise.all([
      contractCalls(...Object.values(cases).map((values) => ({ _cmd: 'exports', ...values }))),
      contracts('exports --schema'),
    ])
    const names = Object.keys(cases)
    const answers = Object.fromEntries(names.map((name, at) => [name, ended[at]!]))
    return { ran, schema: schema.data, answer: (name: string) => answers[name]! }
  }
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })
  const expectRefused = (name: string, ...flags: readonly string[]) => {
    const { code, error } = seen.answer(name)
    expect([name, code, error['phase']]).toEqual([name, 2, 'validation'])
    for (const flag of flags) expect(error['message']).toContain(flag)
  }

  it('shows all rules in --schema and manifest, a group as one of them', () => {
    const rules = [
      { one_of: ['exact', 'fuzzy'] },
      { if_flag: 'as', if_value: 'csv', then_required: ['separator'] },
      { if_flag: 'compress', if_value: false, then_required: ['level'] },
      { if_flag: 'host', target_flag: 'port', default: 0 },
      { any_of: ['id', 'name'] },
      { if_flag: 'file', prohibited: ['stdout'] },
    ]
    expect(seen.schema['requires']).toEqual(rules)
    expect(entry('exports')['requires']).toEqual(rules)
  })

  it('needs an option if another has the value of the rule', () => {
    expectRefused('needs', '--separator')
    expect(seen.answer('given').code).toBe(0)
  })

  it('refuses options that exclude each other, before anything runs', () => {
    expectRefused('conflict', '--file', '--stdout')
    // As many as were accepted.
    expect(seen.ran).toBe(6)
  })

  it('needs one of a group, or exactly one, and names the group', () => {
    expectRefused('neither', '--id', '--name')
    expectRefused('noneOf', '--exact', '--fuzzy')
    expectRefused('both', '--exact', '--fuzzy')
    expect(seen.answer('named').code).toBe(0)
  })

  it('counts a switch that is turned off as absent', () => {
    expectRefused('turnedOff', '--exact', '--fuzzy')
    expect(seen.answer('swapped').code).toBe(0)
  })

  it('compares values, false too', () => {
    expectRefused('ifFalse', '--level')
    expect(seen.answer('ifTrue').code).toBe(0)
  })

  it('takes the default of a rule where an option is absent', () => {
    const ports = ['host', 'port', 'swapped'].map(
      (name) => seen.answer(name).data['port'] as number,
    )
    expect(ports).toEqual([443, 9, 0])
  })

  it('refuses what the published schema refuses, and nothing else', () => {
    const isValid = new Ajv({ strict: false }).compile(seen.schema['input_schema'])
    for (const [name, values] of Object.entries(cases)) {
      // A switch that is turned off counts as absent, which a schema of JSON cannot say.
      if (name !== 'turnedOff' && name !== 'swapped')
        expect([name, isValid(values)]).toEqual([name, seen.answer(name).code === 0])
    }
  })
})
