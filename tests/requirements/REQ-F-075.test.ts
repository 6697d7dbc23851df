import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { surety } from '../e2e/processes/run-surety.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

describe('a command that is gone', () => {
  it('is refused by the contract of the release before, unless that one announced it', async () => {
    const home = folder()
    const file = join(home, 'contract.json')
    const program = fileURLToPath(new URL('../bin/requirements/shrinking.mjs', import.meta.url))
    const fixtures = (verb: string, env: Record<string, string> = {}) => {
      const words = ['fixtures', verb, '--dir', home]
      const own = { HOME: home, SURETY_STATE_DIR: join(home, 'state'), ...env }
      return surety([...words, '--', process.execPath, program], '', own)
    }
    expect((await fixtures('record')).code).toBe(0)
    const gone = await fixtures('drift', { DROPPED: '1' })
    expect(gone.code).toBe(4)
    expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: 'VERSION_TOO_LOW' } })
    expect(gone.stdout).toContain('"kind":"breaking"')
    const written = JSON.parse(readFileSync(file, 'utf8')) as Loose
    const declared = { redirects: {}, deprecated: ['dropped'] }
    writeFileSync(file, JSON.stringify({ ...written, declared }))
    const announced = await fixtures('drift', { DROPPED: '1' })
    expect(announced.stdout).toContain('"kind":"announced"')
    expect(announced.stdout).not.toContain('"kind":"breaking"')
  })

  it('ends as moved, with the call to make', async () => {
    expect(await framework(['gone'])).toMatchObject({
      code: 13,
      error: { code: 'COMMAND_MOVED', redirect: { command: 'my-framework texts' } },
    })
  })
})

describe('what is deprecated', () => {
  it('works as a command, and names what to use instead', async () => {
    expect(await framework(['old'])).toMatchObject({
      code: 0,
      data: { done: true },
      warnings: [{ code: 'DEPRECATED', context: { replacement: 'my-framework texts' } }],
    })
  })

  it('works as a flag, and names what to use instead', async () => {
    expect(await framework(['env', '--size', '3'])).toMatchObject({
      code: 0,
      data: { size: 3 },
      warnings: [{ code: 'DEPRECATED', context: { param: '--size', replacement: 'use --region' } }],
    })
  })
})
