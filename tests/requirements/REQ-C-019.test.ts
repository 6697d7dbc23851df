import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { contractManifest, contracts, expectRefusals, fakeProgram } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('children', () => {
  it('REQ-C-019/1,2,3,4,5,6,7: are declared, and their arguments screened', async () => {
    const home = folder()
    const env = { HOME: home, SCRIPT: fakeProgram('script', home) }
    const [refusal, fine, undeclared, schema] = await Promise.all([
      contracts(['sync', '--src', 'a;b']),
      contracts('sync --src ab'),
      contracts(['echoes', '$(id)'], { env }),
      contracts('sync --schema'),
    ])
    expect(refusal).toMatchObject({ code: 2, trace: [], error: { code: 'SHELL_METACHARACTER' } })
    expect(fine.data['out']).toBe('(a) & b;ab')
    expect(undeclared).toMatchObject({ code: 2, error: { code: 'SHELL_METACHARACTER' } })
    expect(existsSync(join(home, 'started'))).toBe(false)
    const subprocess = {
      binary: 'printf',
      user_controlled_args: ['src'],
      hardcoded_args: ['%s', '(a) & b;'],
    }
    expect(schema.data['subprocess']).toEqual(subprocess)
    expect(entry('sync')['subprocess']).toEqual(subprocess)
    await expectRefusals('C-019')
  })
})
