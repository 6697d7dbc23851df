import { readFile } from 'node:fs/promises'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { special, specialManifest } from './special.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await specialManifest()
})

it('the manifest of special commands keeps the schema of contract 1.16', async () => {
  const text = (name: string) => readFile(`packages/surety/schemas/1.16/${name}.json`, 'utf8')
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(await text('exit-code-entry')) as object)
  const isValid = ajv.compile(JSON.parse(await text('manifest-response')) as object)
  expect(isValid(manifest), JSON.stringify(isValid.errors)).toBe(true)
})

describe('a command for persons', () => {
  it('REQ-C-005/9 REQ-O-021/10: is refused without a terminal, and no flag replaces the person', async () => {
    for (const flags of [[], ['--yes', '--confirm-destructive'], ['--non-interactive']]) {
      const { code, error, handled } = await special(['approve', 'p-7', ...flags])
      expect({ flags, code, handled }).toEqual({ flags, code: 4, handled: '' })
      expect(error).toMatchObject({ code: 'PERSON_REQUIRED', retryable: false })
      expect(error['suggestion']).not.toContain('--')
      expect(error).not.toHaveProperty('fix_command')
    }
    const { approve } = manifest['commands']
    expect(approve).toMatchObject({ requires_person: true, interactive: true, mcp: false })
    expect(approve.exit_codes['4'].error_codes).toEqual(
      expect.arrayContaining(['PERSON_REQUIRED', 'ATTESTATION_MISMATCH']),
    )
  })
})

describe('standard input without a terminal', () => {
  it('REQ-C-005/1,3: --yes answers, and is accepted where nothing is asked', async () => {
    const { data, stdout } = await acme(['asks', '--yes'])
    expect(data).toEqual({ sure: true })
    expect(stdout).not.toContain('Really?')
    expect(await acme(['fine', '--yes'])).toMatchObject({ code: 0, warnings: '[]' })
  })
})
