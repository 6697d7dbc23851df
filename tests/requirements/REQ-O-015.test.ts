import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

/** The help of commands of the author and of the framework. */
let helps: readonly string[] = []

beforeAll(async () => {
  const names = ['look', 'make', 'doctor']
  const ended = await Promise.all(names.map((name) => work([name, '--help'])))
  helps = ended.map(({ stderr }) => stderr)
})

describe('the configuration', () => {
  it('REQ-O-015/1,2,3,4,5,6 REQ-F-028/1,2,3,4,5,6 REQ-O-016/1,2,3,4,5,6: says what it is and where it came from', async () => {
    const [home, cwd] = [folder(), folder()]
    const user = join(home, '.config/work/config.json')
    mkdirSync(join(home, '.config/work'), { recursive: true })
    writeFileSync(user, '{"region":"us","apiKey":"hunter2secret","extra":1}')
    writeFileSync(join(cwd, '.work-config'), '{"region":"asia"}')
    const env = { HOME: home, WORK_RETRIES: '7' }
    const run = (...argv: string[]) => work(argv, { env, cwd })
    const [shown, none, elsewhere, look] = await Promise.all([
      run('--show-config'),
      run('--show-config', '--no-config'),
      work(['--show-config', '--format', 'json'], { env }),
      run('look'),
    ])
    expect(shown.data).toEqual({
      effective_config: { region: 'asia', apiKey: '[REDACTED]', extra: 1, retries: 7 },
      sources: {
        region: `file:${join(cwd, '.work-config')}`,
        apiKey: `file:${user}`,
        extra: `file:${user}`,
        retries: 'env:WORK_RETRIES',
      },
      precedence_order: ['cli-flags', 'env-vars', join(cwd, '.work-config'), user, 'defaults'],
    })
    expect(none.data['effective_config']).toMatchObject({ region: 'eu', retries: 7 })
    expect(none.data['sources']).toMatchObject({ region: 'default', retries: 'env:WORK_RETRIES' })
    expect(none.meta['config_sources']).toEqual([])
    expect(none.meta['effective_config_hash']).toMatch(/^[0-9a-f]{6}$/)
    expect(elsewhere.data['effective_config']).toMatchObject({ region: 'us' })
    expect(look.meta['config_sources']).toEqual([join(cwd, '.work-config'), user])
    const again = await run('look')
    expect(again.meta['effective_config_hash']).toBe(look.meta['effective_config_hash'])
    writeFileSync(join(cwd, '.work-config'), '{"region":"asia", "x":1}')
    const [edited, settings] = await Promise.all([run('look'), run('settings', '--no-config')])
    expect(edited.meta['effective_config_hash']).not.toBe(look.meta['effective_config_hash'])
    for (const help of helps) expect(help).toContain('--no-config')
    expect(settings.data['settings']).toMatchObject({ region: 'eu', retries: 7 })
  })
})
