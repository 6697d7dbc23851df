import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli, defineCommand } from '../index.ts'

const fetchIt = defineCommand({
  description: 'Fetches something',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It is here' },
  args: { target: s.string().optional() },
  options: {
    file: s.string().optional().env('ACME_FILE').conflicts('url').describe('File to read'),
    url: s.string().optional().env('ACME_URL'),
    user: s.string().optional().env('ACME_USER').requires('apiKey'),
    apiKey: s.string().secret().optional().env('ACME_API_KEY'),
    size: s.integer().min(1).env('ACME_SIZE').describe('Gigabytes'),
    tag: s.array(s.string()).split().default([]).env('ACME_TAGS'),
    verbose: z.int().default(0).meta({ 'x-count': true, 'x-env': 'ACME_VERBOSE' }),
    quiet: s.boolean().default(false).env('ACME_QUIET').conflicts('verbose'),
    trace: s.boolean().default(false).hidden(),
  },
  run: ({ args, options, globals }) => ({ ...args, ...options, ...globals }),
})
const cli = defineCli({
  name: 'acme',
  version: '1.0.0',
  description: 'Acme',
  globals: { zone: s.enum(['east', 'west']).default('east').env('ACME_ZONE') },
  commands: { fetch: fetchIt },
})
const run = (argv: readonly string[], env: Record<string, string> = {}) =>
  runCli(cli, ['fetch', ...argv], { env })
const data = async (argv: readonly string[], env?: Record<string, string>) => {
  const { outcome } = await run(argv, env)
  expect(outcome.error).toBeNull()
  return outcome.data
}
const problems = async (argv: readonly string[], env?: Record<string, string>) => {
  // This generation lists a single problem too.
  const { outcome } = await run([...argv, '--envelope', 'spec-1.6'], env)
  expect(outcome.exit).toBe('ARG_ERROR')
  return (outcome.meta['errors'] as { param: string; code: string; message: string }[]) ?? []
}
const messages = async (argv: readonly string[], env?: Record<string, string>) =>
  (await problems(argv, env)).map(({ message }) => message)

describe('an option with an environment variable', () => {
  const SIZE = { ACME_SIZE: '5' }

  it('takes the value of the command line, then of the variable, then its default', async () => {
    const env = { ACME_SIZE: '7', ACME_TAGS: 'a,b', ACME_VERBOSE: '2', ACME_ZONE: 'west' }
    const shared = { target: 't', quiet: false, trace: false }
    expect(await data(['t'], env)).toEqual({
      ...shared,
      size: 7,
      tag: ['a', 'b'],
      verbose: 2,
      zone: 'west',
    })
    expect(await data(['t', '--size=1', '--tag=c', '--verbose', '--zone=east'], env)).toEqual({
      ...shared,
      size: 1,
      tag: ['c'],
      verbose: 1,
      zone: 'east',
    })
  })

  it('counts an empty variable as unset', async () => {
    expect(await data(['t', '--size', '5'], { ACME_ZONE: '' })).toMatchObject({ zone: 'east' })
  })

  it('refuses a wrong value by the name of the variable, once', async () => {
    expect(await messages(['t'], { ACME_SIZE: 'x' })).toEqual([
      'ACME_SIZE: expected a whole number, got "x".',
    ])
    expect(await problems(['t'], { ACME_SIZE: '0' })).toMatchObject([
      { param: 'ACME_SIZE', code: 'INVALID_VALUE' },
    ])
    expect(await data(['t', '--size', '5'], { ACME_SIZE: 'x' })).toMatchObject({ size: 5 })
  })

  it('says which variable could give a missing value', async () => {
    expect(await messages(['t'])).toEqual([
      'The option --size (Gigabytes) is required; give it or set ACME_SIZE.',
    ])
  })

  it('never shows a secret from a variable', async () => {
    const { stdout } = await run(['t', '--user', 'me'], { ...SIZE, ACME_API_KEY: 'hunter22' })
    expect(stdout).toContain('"user":"me"')
    const { stdout: failed } = await run(['t', '--zone', 'hunter22'], {
      ...SIZE,
      ACME_API_KEY: 'hunter22',
    })
    expect(failed).not.toContain('hunter22')
  })
})

describe('options that depend on each other', () => {
  const SIZE = { ACME_SIZE: '5' }

  it('lets the command line win over a variable that would be in conflict', async () => {
    const env = { ...SIZE, ACME_FILE: 'f' }
    expect(await data(['t'], env)).toMatchObject({ file: 'f' })
    expect(await data(['t', '--url', 'u'], env)).not.toHaveProperty('file')
    expect(await messages(['t'], { ...env, ACME_URL: 'u' })).toEqual([
      'ACME_FILE cannot be combined with ACME_URL; give only one of them.',
    ])
    expect(await data(['t', '--verbose'], { ...SIZE, ACME_QUIET: '1' })).toMatchObject({
      verbose: 1,
      quiet: false,
    })
  })

  it('refuses a pair that is in conflict, whichever of the two names the other', async () => {
    expect(await messages(['t', '--verbose', '--quiet'], SIZE)).toEqual([
      '--verbose cannot be combined with --quiet; give only one of them.',
    ])
  })

  it('refuses an option without the one that it requires, wherever it comes from', async () => {
    expect(await problems(['t', '--user', 'me'], SIZE)).toMatchObject([
      { param: '--api-key', code: 'MISSING_ARGUMENT', message: '--user needs --api-key; add it.' },
    ])
    expect(await messages(['t'], { ...SIZE, ACME_USER: 'me' })).toEqual([
      'ACME_USER needs --api-key; add it.',
    ])
  })

  it('reports a name that no option has as a defect of the tool', async () => {
    const command = defineCommand({
      description: 'Does something',
      danger: 'safe',
      exitCodes: { SUCCESS: 'Done' },
      options: { user: s.string().optional().requires('pasword'), password: s.string().optional() },
      run: () => null,
    })
    const broken = defineCli({ ...cli.declaration, commands: { do: command } })
    await expect(runCli(broken, ['do'])).rejects.toThrow(/'pasword'.*use one of user, password/)
  })

  it('gives a handler at most one of a pair, whatever the callers and variables give', async () => {
    const names = ['file', 'url'] as const
    const given = fc.subarray([...names])
    await fc.assert(
      fc.asyncProperty(given, fc.subarray(['file', 'url']), async (typed, inEnv) => {
        const argv = typed.map((name) => `--${name}=x`)
        const env = Object.fromEntries(inEnv.map((name) => [`ACME_${name.toUpperCase()}`, 'y']))
        const { outcome } = await run(argv, { ...SIZE, ...env })
        const isAllowed = typed.length < 2 && (typed.length === 1 || inEnv.length < 2)
        expect(outcome.exit).toBe(isAllowed ? 'SUCCESS' : 'ARG_ERROR')
        if (!outcome.ok) return
        const seen = names.filter((name) => Object.hasOwn(outcome.data as object, name))
        expect(seen).toEqual(typed.length === 1 ? typed : inEnv)
      }),
      { numRuns: 40 },
    )
  })
})

describe('descriptions of a command', () => {
  const text = async (argv: readonly string[]) =>
    (await runCli(cli, argv, { tty: true, columns: 200, env: { CLICOLOR: '0' } })).stdout

  it('help names variables and dependencies, and no hidden option', async () => {
    const help = await text(['fetch', '--help'])
    expect(help).toContain('File to read [env: ACME_FILE] [not with --url]')
    expect(help).toMatch(/--user <text> +\[env: ACME_USER\] \[needs --api-key\]/)
    expect(help).toMatch(/--verbose +\(repeatable\) \[env: ACME_VERBOSE\] \[not with --quiet\]/)
    expect(help).toContain('--tag <value,...>')
    expect(help).not.toContain('--trace')
  })

  it('the schema holds them as keywords, and completion leaves the hidden option out', async () => {
    const { outcome } = await runCli(cli, ['fetch', '--schema', '--envelope', 'spec-1.6'])
    const { input_schema: input } = outcome.data as { input_schema: Record<string, unknown> }
    expect(input).toMatchObject({
      properties: { file: { 'x-env': 'ACME_FILE' }, verbose: { 'x-count': true } },
      dependencies: { user: ['api-key'] },
      allOf: [{ not: { required: ['file', 'url'] } }, { not: { required: ['quiet', 'verbose'] } }],
    })
    expect(JSON.stringify(outcome.data)).not.toContain('trace')
    const offered = await text(['__complete', '--', 'fetch', '-'])
    expect(offered).toContain('--verbose\t')
    expect(offered).not.toContain('--trace')
  })

  it('the tool and a variable fix the width of a page, the variable first', async () => {
    const wide = { ...cli.declaration, output: { width: 40 } }
    const widest = async (argv: readonly string[], env: Record<string, string>) => {
      const { stdout } = await runCli(defineCli(wide), argv, {
        tty: true,
        columns: 150,
        env: { CLICOLOR: '0', ...env },
      })
      return Math.max(...stdout.split('\n').map((line) => line.length))
    }
    expect(await widest(['fetch', '--help'], {})).toBeLessThanOrEqual(40)
    const inEnv = await widest(['fetch', '--help'], { ACME_WIDTH: '100' })
    expect(inEnv).toBeGreaterThan(60)
    expect(inEnv).toBeLessThanOrEqual(100)
  })
})
