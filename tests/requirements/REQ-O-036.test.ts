import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type ToolAnswer, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

describe('the configuration', () => {
  const [home, cwd] = [folder(), folder()]
  const env = { HOME: home }
  const contentOf = (id: string) =>
    JSON.parse(readFileSync(join(home, '.work/instances', id, 'config.json'), 'utf8')) as unknown
  let [one, two, temp, bad]: ToolAnswer[] = []
  beforeAll(async () => {
    ;[one, two, temp, bad] = await Promise.all([
      work(['set', 'region', 'x', '--instance-id', 'agent-1'], { env, cwd }),
      work(['set', 'region', 'y'], { env: { ...env, WORK_INSTANCE_ID: 'agent-2' }, cwd }),
      work(['--instance-id', 'agent-3', 'temp'], { env, cwd }),
      work(['look', '--instance-id', '../up'], { env, cwd }),
    ])
  })

  it('REQ-O-036/1,2: belongs to the instance that is named, and to no other', () => {
    expect([one!.code, contentOf('agent-1')]).toEqual([0, { region: 'x' }])
  })

  it('REQ-O-036/4: belongs to the instance that a variable names', () => {
    expect([two!.code, contentOf('agent-2')]).toEqual([0, { region: 'y' }])
  })

  it('REQ-O-036/6: names the instance in the answer', () => {
    expect([one!.meta['instance_id'], two!.meta['instance_id']]).toEqual(['agent-1', 'agent-2'])
  })

  it('REQ-O-036/5,7: has temporary folders of its own, with the option before the command', () => {
    expect(temp!.code).toBe(0)
    expect(temp!.data['folder']).toContain('/instances/agent-3/tmp/')
  })

  it('belongs to no name that leads elsewhere', () => {
    expect(bad!.code).toBe(2)
  })

  it('REQ-O-036/3: without an instance is written by one after the other', async () => {
    const shared = await Promise.all(
      ['a', 'b', 'c'].map((key) => work(['set', key, key], { env, cwd })),
    )
    expect(shared.map(({ code }) => code)).toEqual([0, 0, 0])
    const written = JSON.parse(readFileSync(join(cwd, '.work-config'), 'utf8')) as object
    expect(written).toEqual({ a: 'a', b: 'b', c: 'c' })
    expect(readdirSync(cwd)).toEqual(['.work-config'])
  })
})
