import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, env: Record<string, string> = {}) =>
  framework(line.split(' '), { env })

describe('setup', () => {
  it('is nothing that an ordinary command does', async () => {
    const home = folder()
    const first = await words('keys', { HOME: home })
    const next = await words('keys', { HOME: home })
    expect([next.code, next.data]).toEqual([first.code, first.data])
    expect(Object.keys(next.meta)).toEqual(Object.keys(first.meta))
    expect(readdirSync(home)).toEqual([])
  })

  it('is done by init, which commands ask for before they judge their input', async () => {
    const state = { FRAMEWORK_SET_UP: folder() }
    const before = await runAll({
      refused: words('many', state),
      help: words('many --help', state),
      version: words('--version', state),
    })
    expect(before.refused).toMatchObject({
      code: 4,
      error: { code: 'INIT_REQUIRED', retryable: false, fix_command: 'my-framework init' },
    })
    expect([before.help.code, before.version.code]).toEqual([0, 0])
    expect(readdirSync(state.FRAMEWORK_SET_UP)).toEqual([])
    const done = await words('init', state)
    const after = await runAll({ again: words('init', state), many: words('many a', state) })
    expect(done).toMatchObject({ code: 0, data: { initialized: true } })
    expect(after.again).toMatchObject({ code: 0, data: { already_initialized: true } })
    expect(after.many.code).toBe(0)
  })
})
