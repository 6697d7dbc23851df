import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { contractManifest, expectRefusals } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('a call that is handed on', () => {
  it('is declared with its help and its exits, or refused', async () => {
    await expectRefusals('C-031')
    const wrapped = entry('wrapped')
    expect(wrapped).toMatchObject({
      arguments: 'passthrough',
      option_placement: 'strict',
      flags: {},
      help_argv: [expect.any(String)],
    })
    expect(wrapped).not.toHaveProperty('positionals')
    const table = { ...manifest['data'].exit_codes, ...wrapped['exit_codes'] } as Loose
    expect(Object.keys(table)).toEqual(['0', '1', '2', '4', '10', '130', '143'])
  })
})
