import { readFile } from 'node:fs/promises'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { specialManifest } from './special.ts'

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

describe('standard input without a terminal', () => {
  it('REQ-C-005/1,3: --yes answers, and is accepted where nothing is asked', async () => {
    const { data, stdout } = await acme(['asks', '--yes'])
    expect(data).toEqual({ sure: true })
    expect(stdout).not.toContain('Really?')
    expect(await acme(['fine', '--yes'])).toMatchObject({ code: 0, warnings: '[]' })
  })
})
