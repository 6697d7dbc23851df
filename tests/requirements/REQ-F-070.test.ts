import { mkdirSync, readFileSync } from 'node:fs'
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
  const targets = ['out.json', 'taken'].map((name) => join(cwd, name))
  let steps: readonly string[] = []
  beforeAll(async () => {
    const noted = join(folder(), 'noted')
    const env = {
      NODE_OPTIONS: `--import=${pathToFileURL(file('note-files.mjs')).href}`,
      NOTED_FILES: noted,
    }
    mkdirSync(join(cwd, 'taken'))
    await framework(['texts', '--output', join(cwd, 'out.json')], { cwd, env })
    await framework(['texts', '--output', join(cwd, 'taken')], { cwd, env })
    steps = readFileSync(noted, 'utf8').trim().split('\n')
  })

  it('are never written where they stand', () => {
    for (const target of targets) {
      expect(steps).not.toContain(`open ${target}`)
      expect(steps).not.toContain(`writeFileSync ${target}`)
    }
  })
})
