import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('the configuration', () => {
  it('REQ-O-036/1,2,3,4,5,6,7: belongs to an instance', async () => {
    const home = folder()
    const env = { HOME: home }
    const cwd = folder()
    const file = (id: string) => join(home, '.work/instances', id, 'config.json')
    const [one, two, temp, bad] = await Promise.all([
      work(['set', 'region', 'x', '--instance-id', 'agent-1'], { env, cwd }),
      work(['set', 'region', 'y'], { env: { ...env, WORK_INSTANCE_ID: 'agent-2' }, cwd }),
      work(['--instance-id', 'agent-3', 'temp'], { env, cwd }),
      work(['look', '--instance-id', '../up'], { env, cwd }),
    ])
    expect([one.code, two.code, bad.code]).toEqual([0, 0, 2])
    expect(JSON.parse(readFileSync(file('agent-1'), 'utf8'))).toEqual({ region: 'x' })
    expect(JSON.parse(readFileSync(file('agent-2'), 'utf8'))).toEqual({ region: 'y' })
    expect([one.meta['instance_id'], two.meta['instance_id']]).toEqual(['agent-1', 'agent-2'])
    expect(temp.data['folder']).toContain('/instances/agent-3/tmp/')
    const shared = await Promise.all(
      ['a', 'b', 'c'].map((key) => work(['set', key, key], { env, cwd })),
    )
    expect(shared.map(({ code }) => code)).toEqual([0, 0, 0])
    const written = JSON.parse(readFileSync(join(cwd, '.work-config'), 'utf8')) as object
    expect(written).toEqual({ a: 'a', b: 'b', c: 'c' })
    expect(readdirSync(cwd)).toEqual(['.work-config'])
  })
})
