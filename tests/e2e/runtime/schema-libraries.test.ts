import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { defineCli, defineCommand, type Command } from 'surety'
import { runCli } from 'surety/testing'
import * as v from 'valibot'
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
    replicas: z.number().int().min(1).max(9).default(1).describe('How many'),
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
      arguments: ['service'],
      flags: {
        service: {
          type: 'string',
          required: true,
          description: 'What to deploy (at least 2 characters)',
        },
        replicas: {
          type: 'integer',
          description: 'How many (1 to 9)',
          default: 1,
        },
        region: { type: 'enum', enum_values: ['eu', 'us'] },
        tag: { type: 'array' },
        wait: { type: 'boolean' },
      },
      output_schema: { type: 'object', required: ['service', 'replicas', 'tags'] },
      secret_env_vars: ['SHIP_TOKEN'],
    })
    expect(outcome.data).not.toHaveProperty('input_schema')
    const asked = await runCli(cli, ['deploy', '--schema', '--fields', 'input_schema'])
    expect(asked.outcome.data).toMatchObject({
      input_schema: {
        required: ['service'],
        properties: {
          service: { type: 'string', minLength: 2, description: 'What to deploy' },
          replicas: { type: 'integer', minimum: 1, maximum: 9, default: 1 },
          region: { enum: ['eu', 'us'] },
        },
      },
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

const facts = {
  description: 'Deploys a service',
  danger: 'safe',
  exitCodes: { SUCCESS: 'Done' },
} as const
const tool = (deployer: Command) =>
  defineCli({
    name: 'ship',
    version: '1.0.0',
    description: 'Ships services',
    commands: { deploy: deployer },
  })

/** The same command in libraries that say different amounts about themselves. */
const libraries = [
  [
    'valibot',
    tool(
      defineCommand({
        ...facts,
        args: { service: v.pipe(v.string(), v.minLength(2)) },
        options: {
          replicas: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)), 1),
          region: v.optional(v.picklist(['eu', 'us'])),
          tag: v.optional(v.array(v.string()), []),
          wait: v.optional(v.boolean(), false),
          since: v.optional(
            v.pipe(
              v.string(),
              v.transform((text) => text.length),
            ),
          ),
        },
        output: v.object({ service: v.string(), replicas: v.number(), tags: v.array(v.string()) }),
        run: ({ args, options }) => {
          const count: number = options.replicas
          const since: number | undefined = options.since
          return {
            service: args.service + (options.wait ? '!' : '') + (since ?? ''),
            replicas: count,
            tags: options.tag,
          }
        },
      }),
    ),
  ],
  [
    'valibot with JSON Schema',
    tool(
      defineCommand({
        ...facts,
        args: { service: toStandardJsonSchema(v.pipe(v.string(), v.minLength(2))) },
        options: {
          replicas: toStandardJsonSchema(
            v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)), 1),
          ),
          region: toStandardJsonSchema(v.optional(v.picklist(['eu', 'us']))),
          tag: toStandardJsonSchema(v.optional(v.array(v.string()), [])),
          wait: toStandardJsonSchema(v.optional(v.boolean(), false)),
          since: toStandardJsonSchema(
            v.optional(
              v.pipe(
                v.string(),
                v.transform((text) => text.length),
              ),
            ),
          ),
        },
        output: toStandardJsonSchema(
          v.object({ service: v.string(), replicas: v.number(), tags: v.array(v.string()) }),
        ),
        run: ({ args, options }) => ({
          service: args.service + (options.wait ? '!' : '') + (options.since ?? ''),
          replicas: options.replicas,
          tags: options.tag,
        }),
      }),
    ),
  ],
  [
    'arktype',
    tool(
      defineCommand({
        ...facts,
        args: { service: type('string >= 2') },
        options: {
          replicas: type('1 <= number.integer <= 9 | undefined').pipe((count) => count ?? 1),
          region: type("'eu' | 'us' | undefined"),
          tag: type('string[] | undefined').pipe((tags) => tags ?? []),
          wait: type('boolean | undefined'),
          since: type('string | undefined').pipe((text) => text?.length),
        },
        output: type({ service: 'string', replicas: 'number', tags: 'string[]' }),
        run: ({ args, options }) => {
          const count: number = options.replicas
          return {
            service: args.service + (options.wait ? '!' : '') + (options.since ?? ''),
            replicas: count,
            tags: options.tag,
          }
        },
      }),
    ),
  ],
] as const

describe.each(libraries)('a command that is declared with %s', (library, ship) => {
  it('has its input coerced, defaults filled in and values transformed', async () => {
    const argv = ['deploy', 'api', '--replicas=3', '--tag', 'a', '--tag', 'b', '--wait']
    const { outcome } = await runCli(ship, argv)
    expect(outcome.data).toEqual({ service: 'api!', replicas: 3, tags: ['a', 'b'] })
    const plain = await runCli(ship, ['deploy', 'api'])
    expect(plain.outcome.data).toEqual({ service: 'api', replicas: 1, tags: [] })
    const transformed = await runCli(ship, ['deploy', 'api', '--since', 'four'])
    expect(transformed.outcome.data).toMatchObject({ service: 'api4' })
  })

  it('REQ-C-006: has every problem reported at once', async () => {
    const argv = ['deploy', 'a', '--replicas', '99', '--region', 'mars']
    const { outcome } = await runCli(ship, argv)
    const errors = outcome.meta['errors'] as { param: string; code: string }[]
    expect(errors.map(({ param }) => param).toSorted()).toEqual([
      '--region',
      '--replicas',
      '<service>',
    ])
    expect(outcome.error).toMatchObject({ code: 'ARG_ERROR', phase: 'validation' })
    const missing = await runCli(ship, ['deploy'])
    expect(missing.outcome.error?.code).toBe('MISSING_ARGUMENT')
  })

  it('has its result checked', async () => {
    const { outcome } = await runCli(ship, ['deploy', 'api', '--fields', 'replicas'])
    expect(outcome.data).toEqual({ replicas: 1 })
  })

  it('has switches, numbers and lists in --schema, and what the library says besides', async () => {
    const { outcome } = await runCli(ship, ['deploy', '--schema'])
    expect(outcome.data).toMatchObject({
      arguments: ['service'],
      flags: {
        service: { required: true },
        wait: { type: 'boolean' },
        tag: { type: 'array' },
        replicas: { type: library === 'valibot' ? 'number' : 'integer' },
      },
    })
    const { flags } = outcome.data as { flags: Record<string, object> }
    for (const name of ['wait', 'tag', 'replicas'])
      expect(flags[name]).not.toHaveProperty('required')
    const { output_schema: output } = outcome.data as { output_schema?: object }
    // Valibot alone says nothing about an object, and an empty schema is left out.
    if (library === 'valibot') expect(output).toBeUndefined()
    else
      expect(output).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['tags']),
      })
  })

  it('has help and a manifest', async () => {
    expect((await runCli(ship, ['deploy', '--help'])).stdout).toMatch(
      /--replicas <n>.*--wait(\n|  )/s,
    )
    expect((await runCli(ship, ['manifest'])).exit).toBe(0)
  })
})

describe('schemas that JSON Schema has no word for', () => {
  const odd = tool(
    defineCommand({
      ...facts,
      options: {
        since: z.coerce.date().optional(),
        big: z.coerce.bigint().optional(),
        own: z.custom<string>((value) => value === undefined || value === 'mine').optional(),
      },
      output: z.object({ since: z.string() }).transform(({ since }) => ({ since, length: 4 })),
      run: ({ options }) => ({ since: String(options.since?.getUTCFullYear() ?? options.big) }),
    }),
  )

  it('still check, transform, and leave the rest of the description whole', async () => {
    const { outcome } = await runCli(odd, ['deploy', '--since', '2026-01-02', '--own', 'mine'])
    expect(outcome.data).toEqual({ since: '2026', length: 4 })
    expect((await runCli(odd, ['deploy', '--big', '12'])).outcome.data).toMatchObject({
      since: '12',
    })
    expect((await runCli(odd, ['deploy', '--own', 'other'])).outcome.exit).toBe('ARG_ERROR')
    expect((await runCli(odd, ['deploy', '--schema'])).exit).toBe(0)
    expect((await runCli(odd, ['manifest'])).exit).toBe(0)
    expect((await runCli(odd, ['deploy', '--help'])).exit).toBe(0)
  })
})
