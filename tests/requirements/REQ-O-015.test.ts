import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

type Ended = Awaited<ReturnType<typeof work>>

describe('the configuration', () => {
  const [home, cwd] = [folder(), folder()]
  const [user, project] = [join(home, '.config/work/config.json'), join(cwd, '.work-config')]
  let [shown, none, elsewhere, look, again, edited, settings]: Ended[] = []
  beforeAll(async () => {
    mkdirSync(join(home, '.config/work'), { recursive: true })
    writeFileSync(user, '{"region":"us","apiKey":"hunter2secret","extra":1}')
    writeFileSync(project, '{"region":"asia"}')
    const env = { HOME: home, WORK_RETRIES: '7' }
    const run = (...argv: string[]) => work(argv, { env, cwd })
    ;[shown, none, elsewhere, look, again] = await Promise.all([
      run('--show-config'),
      run('--show-config', '--no-config'),
      work(['--show-config', '--format', 'json'], { env }),
      run('look'),
      run('look'),
    ])
    writeFileSync(project, '{"region":"asia", "x":1}')
    ;[edited, settings] = await Promise.all([run('look'), run('settings', '--no-config')])
  })

  it('REQ-O-015/1,3,4 REQ-F-028/6: is shown as JSON: values as they count, secrets hidden, and what goes first', () => {
    expect(shown!.documents).toHaveLength(1)
    expect(shown!.data).toMatchObject({
      effective_config: { region: 'asia', apiKey: '[REDACTED]', extra: 1, retries: 7 },
      precedence_order: ['cli-flags', 'env-vars', project, user, 'defaults'],
    })
    expect(shown!.stdout).not.toContain('hunter2secret')
  })

  it('REQ-O-015/2: has a source for every key', () => {
    expect(shown!.data['sources']).toEqual({
      region: `file:${project}`,
      apiKey: `file:${user}`,
      extra: `file:${user}`,
      retries: 'env:WORK_RETRIES',
    })
  })

  it('REQ-O-015/5,6: is that of the folder, the environment and the other flags', () => {
    expect(elsewhere!.data['effective_config']).toMatchObject({ region: 'us', retries: 7 })
    expect(none!.data['effective_config']).toMatchObject({ region: 'eu', retries: 7 })
  })

  it('REQ-F-028/1,5: has its files in every answer, those that were loaded', () => {
    expect(look!.meta['config_sources']).toEqual([project, user])
    expect(elsewhere!.meta['config_sources']).toEqual([user])
  })

  it('REQ-F-028/2,3: has a hash that an edit changes, and nothing else', () => {
    expect(look!.meta['effective_config_hash']).toMatch(/^[0-9a-f]{6}$/)
    expect(again!.meta['effective_config_hash']).toBe(look!.meta['effective_config_hash'])
    expect(edited!.meta['effective_config_hash']).not.toBe(look!.meta['effective_config_hash'])
  })

  it('REQ-F-028/4 REQ-O-016/1,3: has no file with --no-config', () => {
    expect(none!.meta['config_sources']).toEqual([])
    expect(none!.data['effective_config']).not.toHaveProperty('extra')
  })

  it('REQ-O-016/2,5: is then made of flags, variables and defaults alone, for the handler too', () => {
    expect(none!.data['sources']).toMatchObject({
      region: 'default',
      retries: 'env:WORK_RETRIES',
    })
    expect(settings!.data['settings']).toMatchObject({ region: 'eu', retries: 7 })
  })

  it('REQ-O-016/4: has --no-config in the help of every command', async () => {
    const names = ['look', 'make', 'doctor']
    const helps = await Promise.all(names.map((name) => work([name, '--help'])))
    for (const { stderr } of helps) expect(stderr).toContain('--no-config')
  })

  it('REQ-O-016/6: is shown without files if both flags are given', () => {
    expect(none).toMatchObject({ code: 0, data: { effective_config: { region: 'eu' } } })
  })
})
