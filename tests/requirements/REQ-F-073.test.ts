import { beforeAll, describe, expect, it } from 'vitest'

import { runAll, toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, env: Record<string, string> = {}) =>
  framework(line.split(' '), { env })

describe('variables', () => {
  type Entry = { readonly name: string; readonly description: string }
  type Flags = Record<string, { readonly env_vars?: readonly Entry[] }>
  let ran: Readonly<
    Record<'manifest' | 'bare' | 'debug' | 'both' | 'borrowed' | 'flag', ToolAnswer>
  >
  beforeAll(async () => {
    const region = { MY_FRAMEWORK_REGION: 'own', CLOUD_REGION: 'theirs' }
    ran = await runAll({
      manifest: words('manifest'),
      bare: words('--version', { DEBUG: '1' }),
      debug: words('--version', { MY_FRAMEWORK_DEBUG: '1' }),
      both: words('env', region),
      borrowed: words('env', { CLOUD_REGION: 'theirs' }),
      flag: words('env --region here', region),
    })
  })

  it('only the prefixed one turns diagnostics on', () => {
    expect(ran.debug.stderr).toContain('[DEBUG] my-framework 1.4.0')
    expect(ran.bare.stderr).toBe('')
    expect(ran.bare.stdout).toBe(ran.debug.stdout)
  })

  it('are all in the manifest, once, with the prefix of the tool', () => {
    const { data } = ran.manifest
    const root = (data['env_vars'] as Entry[]).map(({ name }) => name)
    const prefixed = ['MY_FRAMEWORK_DEBUG', 'MY_FRAMEWORK_REGION', 'MY_FRAMEWORK_PORT']
    expect(root).toEqual(expect.arrayContaining(prefixed.filter((name) => !/REGION/.test(name))))
    for (const name of root) expect(name).toMatch(/^MY_FRAMEWORK_[A-Z_]+$/)
    expect(root).toHaveLength(new Set(root).size)
    const elsewhere = Object.values(data['commands'] as Record<string, { flags: Flags }>)
      .flatMap(({ flags }) => Object.values(flags))
      .flatMap(({ env_vars: list = [] }) => list.map(({ name }) => name))
    expect(elsewhere).toContain('CLOUD_REGION')
    for (const name of elsewhere) expect(root).not.toContain(name)
  })

  it('of an option are read in order, after the flag', () => {
    const { flags } = ran.manifest.data['commands'].env as { flags: Flags }
    const names = flags['region']!.env_vars!.map(({ name }) => name)
    expect(names).toEqual(['MY_FRAMEWORK_REGION', 'CLOUD_REGION'])
    const found = [ran.both, ran.borrowed, ran.flag].map(({ data }) => data['region'] as string)
    expect(found).toEqual(['own', 'theirs', 'here'])
  })

  it('with secrets are in no list of an option', () => {
    const { logs } = ran.manifest.data['commands'] as {
      logs: { secret_env_vars: string[]; flags: Flags }
    }
    expect(logs.secret_env_vars).toEqual(['MY_FRAMEWORK_KEY'])
    expect(JSON.stringify([logs.flags, ran.manifest.data['env_vars']])).not.toContain(
      'MY_FRAMEWORK_KEY',
    )
  })
})
