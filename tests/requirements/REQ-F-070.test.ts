import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const file = (name: string) =>
  fileURLToPath(new URL(`../bin/requirements/${name}`, import.meta.url))

describe('files', () => {
  const cwd = folder()
  const targets = ['.my-framework-config', 'out.json', 'taken'].map((name) => join(cwd, name))
  let steps: readonly string[] = []
  let exits: readonly (number | null)[] = []
  beforeAll(async () => {
    const noted = join(folder(), 'noted')
    const env = {
      NODE_OPTIONS: `--import=${pathToFileURL(file('note-files.mjs')).href}`,
      NOTED_FILES: noted,
    }
    mkdirSync(join(cwd, 'taken'))
    const set = await framework(['set', 'a', '3'], { cwd, env })
    const out = await framework(['texts', '--output', join(cwd, 'out.json')], { cwd, env })
    const taken = await framework(['texts', '--output', join(cwd, 'taken')], { cwd, env })
    exits = [set.code, out.code, taken.code]
    steps = readFileSync(noted, 'utf8').trim().split('\n')
  })

  it('REQ-F-070/3,5,6,8: are drafts beside their target, synced and then renamed', () => {
    expect(exits.slice(0, 2)).toEqual([0, 0])
    for (const target of targets) {
      const own = steps.filter((step) => step.includes(`${target}.`) && !step.includes('.lock'))
      expect(own.map((step) => step.split(' ')[0])).toEqual(['open', 'sync', 'rename'])
      expect(own.at(-1)).toMatch(/\.tmp \S+$/)
    }
  })

  it('REQ-F-070/7: are never written where they stand', () => {
    for (const target of targets) {
      expect(steps).not.toContain(`open ${target}`)
      expect(steps).not.toContain(`writeFileSync ${target}`)
    }
  })

  it('REQ-F-070/4: leave no draft, after a failure neither', () => {
    expect(exits[2]).not.toBe(0)
    expect(readdirSync(cwd).toSorted()).toEqual(['.my-framework-config', 'out.json', 'taken'])
  })

  it('REQ-F-070/1,2: stay whole if a writer is killed or another one writes too', async () => {
    const cwd = folder()
    const config = join(cwd, '.my-framework-config')
    writeFileSync(config, '{"kept":true}')
    const killed = await framework(['set', 'a', '600000'], {
      cwd,
      env: {
        NODE_OPTIONS: `--import=${pathToFileURL(file('note-files.mjs')).href}`,
        NOTED_FILES: join(folder(), 'noted'),
        KILL_BEFORE: config,
      },
    })
    expect(killed.signal).toBe('SIGKILL')
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    expect(readFileSync(config, 'utf8')).toBe('{"kept":true}')
    const both = await Promise.all(
      [7, 9].map((size) => framework(['set', 'b', `${size}`], { cwd })),
    )
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const { b } = JSON.parse(readFileSync(config, 'utf8')) as { readonly b: string }
    expect(['v'.repeat(7), 'v'.repeat(9)]).toContain(b)
  })
})
