import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('the configuration', () => {
  const cwd = folder()
  const [one, two, three] = ['one', 'two', 'three'].map((name) => join(cwd, `${name}.json`)) as [
    string,
    string,
    string,
  ]
  const run = () => {
    const contexts = { staging: { region: 'st' }, prod: { region: 'pr' } }
    writeFileSync(one, JSON.stringify({ region: 'base', current_context: 'prod', contexts }))
    writeFileSync(join(cwd, '.work-config'), '{"region":"local","retries":9}')
    const call = (...argv: string[]) => work(argv, { cwd })
    return runAll({
      stored: call('settings', '--config', one),
      staging: call('--config', one, '--context', 'staging', 'settings'),
      unknown: call('settings', '--config', one, '--context', 'x'),
      gone: call('settings', '--config', join(cwd, 'none.json')),
      a: call('set', 'region', 'a', '--config', two),
      b: call('set', 'region', 'b', '--config', three),
      manifest: call('manifest'),
    })
  }
  let seen: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    seen = await run()
  })

  it('REQ-O-024/1,4: is the file that is named, and no other', () => {
    // `retries` of the folder's own file would be 9.
    expect(seen.stored.data['settings']).toMatchObject({ region: 'pr', retries: 3 })
    expect(seen.stored.meta['config_sources']).toEqual([one])
    expect(seen.gone.code).toBe(2)
  })

  it('REQ-O-024/2,5: is the context that is named, before the one that was stored', () => {
    expect(seen.stored.meta['context']).toBe('prod')
    expect(seen.staging.data['settings']).toMatchObject({ region: 'st' })
    expect(seen.staging.meta['context']).toBe('staging')
    expect(seen.unknown.code).toBe(2)
  })

  it('REQ-O-024/3,6: is written to the file that is named, by each of two calls at once', () => {
    expect([seen.a.code, seen.b.code]).toEqual([0, 0])
    expect(JSON.parse(readFileSync(two, 'utf8'))).toEqual({ region: 'a' })
    expect(JSON.parse(readFileSync(three, 'utf8'))).toEqual({ region: 'b' })
    expect(readFileSync(join(cwd, '.work-config'), 'utf8')).toContain('"local"')
  })

  it('REQ-O-024/7: is named by options of the whole tool', () => {
    expect(Object.keys(seen.manifest.data['flags'] as object)).toEqual(
      expect.arrayContaining(['config', 'context']),
    )
  })
})
