import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('the configuration', () => {
  it('REQ-O-024/1,2,3,4,5,6,7: can be another file and a named context', async () => {
    const cwd = folder()
    const [one, two] = [join(cwd, 'one.json'), join(cwd, 'two.json')]
    const contexts = { staging: { region: 'st' }, prod: { region: 'pr' } }
    writeFileSync(one, JSON.stringify({ region: 'base', current_context: 'prod', contexts }))
    writeFileSync(join(cwd, '.work-config'), '{"region":"local"}')
    const run = (...argv: string[]) => work(argv, { cwd })
    const [stored, staging, unknown, gone, a, b] = await Promise.all([
      run('settings', '--config', one),
      run('--config', one, '--context', 'staging', 'settings'),
      run('settings', '--config', one, '--context', 'x'),
      run('settings', '--config', join(cwd, 'none.json')),
      run('set', 'region', 'a', '--config', two),
      run('set', 'region', 'b', '--config', join(cwd, 'three.json')),
    ])
    expect(stored.data['settings']).toMatchObject({ region: 'pr' })
    expect(stored.meta).toMatchObject({ config_sources: [one], context: 'prod' })
    expect(staging.data['settings']).toMatchObject({ region: 'st' })
    expect(staging.meta['context']).toBe('staging')
    expect([unknown.code, gone.code, a.code, b.code]).toEqual([2, 2, 0, 0])
    expect(JSON.parse(readFileSync(two, 'utf8'))).toEqual({ region: 'a' })
    expect(readFileSync(join(cwd, '.work-config'), 'utf8')).toBe('{"region":"local"}')
  })
})
