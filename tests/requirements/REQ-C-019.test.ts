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
  const home = folder()
  let [refusal, fine, undeclared, schema]: Awaited<ReturnType<typeof contracts>>[] = []
  beforeAll(async () => {
    const env = { HOME: home, SCRIPT: fakeProgram('script', home) }
    ;[refusal, fine, undeclared, schema] = await Promise.all([
      contracts(['sync', '--src', 'a;b']),
      contracts('sync --src ab'),
      contracts(['echoes', '$(id)'], { env }),
      contracts('sync --schema'),
    ])
  })

  it('REQ-C-019/4,7: get no characters of a shell from the caller: the call is refused before it runs', () => {
    expect(refusal).toMatchObject({ code: 2, trace: [], error: { code: 'SHELL_METACHARACTER' } })
    expect(refusal!.error['phase']).toBe('validation')
  })

  it('REQ-C-019/5: get the words of the declaration as they are', () => {
    expect(fine!.data['out']).toBe('(a) & b;ab')
  })

  it('REQ-C-019/1: are screened without a declaration too, before they start', () => {
    expect(undeclared).toMatchObject({ code: 2, error: { code: 'SHELL_METACHARACTER' } })
    expect(existsSync(join(home, 'started'))).toBe(false)
  })

  it('REQ-C-019/3: are in schema and manifest', () => {
    const subprocess = {
      binary: 'printf',
      user_controlled_args: ['src'],
      hardcoded_args: ['%s', '(a) & b;'],
    }
    expect(schema!.data['subprocess']).toEqual(subprocess)
    expect(entry('sync')['subprocess']).toEqual(subprocess)
  })

  it('REQ-C-019/2,6: by a shell, or declared in part, are refused', async () => {
    await expectRefusals('C-019')
  })
})
