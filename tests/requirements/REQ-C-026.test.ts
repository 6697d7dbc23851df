import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractCalls, contractManifest, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('options that exclude or need each other', () => {
  const cases: Readonly<Record<string, object>> = {
    fine: {},
    conflict: { file: 'f', stdout: true },
    turnedOff: { file: 'f', stdout: false },
    alone: { compress: true },
    together: { compress: true, level: 3 },
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

  it('shows which options exclude each other in --schema and manifest', () => {
    const rules = [{ if_flag: 'file', prohibited: ['stdout'] }]
    expect(seen.schema['requires']).toEqual(rules)
    expect(entry('exports')['requires']).toEqual(rules)
  })

  it('refuses them before anything runs, and names both sides', () => {
    expectRefused('conflict', '--file', '--stdout')
    expectRefused('alone', '--compress', '--level')
    // As many as were accepted.
    expect(seen.ran).toBe(3)
  })

  it('counts a switch that is turned off as absent', () => {
    expect(seen.answer('turnedOff').code).toBe(0)
  })

  it('refuses what the published schema refuses, and nothing else', () => {
    const isValid = new Ajv({ strict: false }).compile(seen.schema['input_schema'])
    for (const [name, values] of Object.entries(cases)) {
      // A switch that is turned off counts as absent, which a schema of JSON cannot say.
      if (name !== 'turnedOff')
        expect([name, isValid(values)]).toEqual([name, seen.answer(name).code === 0])
    }
  })
})
