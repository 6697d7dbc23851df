import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { acme, folder } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'

const newest = (argv: readonly string[], options: ProcessOptions = {}) =>
  acme(argv, { ...options, env: { ACME_ENVELOPE: 'spec-1.16', ...options.env } })

describe('a command of contract 1.16', () => {
  it('REQ-C-025/8: warns of a global change with its path', async () => {
    const { envelope, home } = await newest(['configure', '--global'], { cwd: folder() })
    expect(envelope['warnings']).toEqual([
      {
        code: 'GLOBAL_CONFIG_MODIFIED',
        message: expect.any(String),
        context: { path: `${home}/.config/acme/config.json` },
      },
    ])
  })
})

describe('configuration', () => {
  it('REQ-C-025/1,7: is written to the nearest local file', async () => {
    const cwd = folder()
    const below = join(cwd, 'a', 'b')
    mkdirSync(below, { recursive: true })
    const first = await acme(['configure'], { cwd })
    expect(first.data).toMatchObject({ scope: 'local', path: join(cwd, '.acme-config') })
    const second = await acme(['configure', '--size', '2'], { cwd: below })
    expect(second.data['path']).toBe(join(cwd, '.acme-config'))
    expect(JSON.parse(readFileSync(join(cwd, '.acme-config'), 'utf8'))).toEqual({ text: 'yy' })
    expect(readdirSync(second.home)).toEqual([])
  })

  it('REQ-C-025/2,6: is written globally only with --global, with a warning', async () => {
    const cwd = folder()
    const { data, warnings, home } = await acme(['configure', '--global'], { cwd })
    const path = join(home, '.config', 'acme', 'config.json')
    expect(data).toMatchObject({ scope: 'global', path })
    expect(warnings).toContain(`GLOBAL_CONFIG_MODIFIED: ${path}`)
    expect(readdirSync(cwd)).toEqual([])
    const refused = await acme(['configure-everywhere'], { cwd })
    expect(refused.code).toBe(4)
    expect(refused.error['suggestion']).toContain('--global')
    expect(refused.warnings).toBe('[]')
    expect(readdirSync(refused.home)).toEqual([])
  })

  it('REQ-C-025/3: of a command that declares no scope is warned about', async () => {
    const { warnings } = await acme(['configure-unscoped'], { cwd: folder() })
    expect(warnings).toContain('configure-unscoped uses the configuration but declares no')
  })

  it('REQ-C-025/5: is locked before it is written', async () => {
    const home = folder()
    const lock = join(home, '.config', 'acme', 'config.json.lock')
    mkdirSync(join(home, '.config', 'acme'), { recursive: true })
    // A process of another computer, which may be alive.
    writeFileSync(lock, JSON.stringify({ id: 'other', pid: 1, host: 'elsewhere.test' }))
    const env = { HOME: home, LIMIT: '500' }
    const { code } = await acme(['configure', '--global'], { env })
    expect(code).not.toBe(0)
    expect(readdirSync(join(home, '.config', 'acme'))).toEqual(['config.json.lock'])
  })
})
