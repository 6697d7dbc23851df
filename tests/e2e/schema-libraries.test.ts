import { defineCli, defineCommand } from 'surety'
import { runCli } from 'surety/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const secret = 'hunter2-hunter2'

const deploy = defineCommand({
  description: 'Deploys a service',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Deployed', CONFLICT: 'It is being deployed' },
  errors: { BUSY: 'CONFLICT' },
  args: { service: z.string().min(2).describe('What to deploy') },
  options: {
    replicas: z.number().int().min(1).max(9).default(1),
    region: z.enum(['eu', 'us']).optional(),
    tag: z.array(z.string()).default([]),
    wait: z.boolean().default(false),
    password: z.string().min(30).optional().meta({ 'x-secret': true }),
  },
  env: { SHIP_TOKEN: z.string().min(20).optional().meta({ 'x-secret': true }) },
  output: z.object({ service: z.string(), replicas: z.number(), tags: z.array(z.string()) }),
  run: ({ args, options, fail }) => {
    if (args.service === 'busy') fail('BUSY', 'It is being deployed.')
    const replicas: number = options.replicas
    return { service: args.service, replicas, tags: options.tag }
  },
})
const cli = defineCli({
  name: 'ship',
  version: '1.0.0',
  description: 'Ships services',
  commands: { deploy },
})

describe('a command that is declared with zod', () => {
  it('has its input coerced and its defaults filled in', async () => {
    const argv = ['deploy', 'api', '--replicas=3', '--tag', 'a', '--tag', 'b', '--wait']
    const { outcome, exit } = await runCli(cli, argv)
    expect(exit).toBe(0)
    expect(outcome.data).toEqual({ service: 'api', replicas: 3, tags: ['a', 'b'] })
    expect((await runCli(cli, ['deploy', 'api'])).outcome.data).toMatchObject({ replicas: 1 })
  })

  it('REQ-C-006: has every problem reported at once, choices as data', async () => {
    const { outcome } = await runCli(cli, ['deploy', 'a', '--replicas', '99', '--region', 'mars'])
    const errors = outcome.meta['errors'] as { param: string; allowed?: string[] }[]
    expect(errors.map(({ param }) => param)).toEqual(['--region', '<service>', '--replicas'])
    expect(errors[0]!.allowed).toEqual(['eu', 'us'])
    expect(outcome.error).toMatchObject({ code: 'ARG_ERROR', phase: 'validation' })
  })

  it('REQ-F-051: does not repeat secrets, refused ones included', async () => {
    const argv = ['deploy', 'api', '--password', secret, '--region', secret]
    const { stdout, stderr, exit } = await runCli(cli, argv, { env: { SHIP_TOKEN: secret } })
    expect(exit).not.toBe(0)
    expect(stdout + stderr).not.toContain(secret)
  })

  it('describes itself in --schema and in the manifest', async () => {
    const { outcome } = await runCli(cli, ['deploy', '--schema'])
    expect(outcome.data).toMatchObject({
      input_schema: {
        required: ['service'],
        properties: {
          service: { type: 'string', minLength: 2, description: 'What to deploy' },
          replicas: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
          region: { enum: ['eu', 'us'] },
        },
      },
      output_schema: { type: 'object', required: ['service', 'replicas', 'tags'] },
      secret_env_vars: ['SHIP_TOKEN'],
    })
    const manifest = await runCli(cli, ['manifest'])
    expect(JSON.stringify(manifest.outcome.data)).toContain('"replicas"')
  })

  it('--schema --fields keeps only what is named', async () => {
    const { outcome } = await runCli(cli, [
      'deploy',
      '--schema',
      '--fields',
      'command,danger_level',
    ])
    expect(outcome.data).toEqual({ command: 'deploy', danger_level: 'safe' })
  })
})

describe('a library that has no JSON Schema to give', () => {
  const even = {
    '~standard': {
      version: 1 as const,
      vendor: 'house',
      validate: (value: unknown) =>
        Number(value) % 2 === 0
          ? { value: Number(value) }
          : { issues: [{ message: 'must be even' }] },
      types: undefined as undefined | { readonly input: string; readonly output: number },
    },
  }
  const halve = defineCommand({
    description: 'Halves a number',
    danger: 'safe',
    exitCodes: { SUCCESS: 'Halved' },
    args: { number: even },
    run: ({ args }) => ({ half: args.number / 2 }),
  })
  const half = defineCli({
    name: 'half',
    version: '1.0.0',
    description: 'Halves',
    commands: { halve },
  })

  it('works by the Standard Schema interface alone', async () => {
    expect((await runCli(half, ['halve', '8'])).outcome.data).toEqual({ half: 4 })
    const { outcome } = await runCli(half, ['halve', '7'])
    expect(outcome.error?.message).toContain('must be even')
  })
})
