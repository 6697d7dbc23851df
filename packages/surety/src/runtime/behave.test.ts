/* oxlint-disable typescript/no-explicit-any -- declarations are loose here on purpose: half of them are wrong */

import { describe, expect, it } from 'vitest'

import { s } from '../schema/index.ts'
import { runCli, type RunCliOptions } from '../testing/index.ts'
import { defineCli, defineCommand, type CliDeclaration, type Command } from './index.ts'

const base = {
  description: 'Does something',
  danger: 'safe',
  exitCodes: { SUCCESS: 'It is done' },
  run: () => ({}),
} as const
const declare = (more: object): Command => defineCommand({ ...base, ...more })
const tool = (commands: Record<string, Command>, more: Partial<CliDeclaration> = {}) =>
  defineCli({ name: 'acme', version: '1.0.0', description: 'Acme', commands, ...more })
const run = (more: object, argv: readonly string[] = [], options: RunCliOptions = {}) =>
  runCli(tool({ do: declare(more) }), ['do', ...argv], options)
const v16 = ['--envelope', 'spec-1.6']

describe('destructive commands', () => {
  const log: string[] = []
  const removal = {
    danger: 'destructive',
    args: { name: s.string().min(3) },
    dryRun: ({ args }: any) => ({
      effect: 'would_delete',
      would_affect: { bucket: args.name, objects: 91 },
    }),
    run: ({ args }: any) => {
      log.push(args.name)
      return { effect: 'deleted' }
    },
  }

  it('REQ-O-021: a destructive command without confirmation changes nothing and reports what it would affect', async () => {
    for (const extra of [[], ['--yes']]) {
      const { outcome, exit } = await run(removal, ['logs', ...v16, ...extra])
      expect(exit).toBe(2)
      expect(outcome.error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', phase: 'validation' })
      expect(outcome.error?.details).toMatchObject({
        would_affect: { bucket: 'logs' },
        danger_level: 'destructive',
      })
    }
    expect(log).toEqual([])
  })

  it('REQ-O-021: a confirmed destructive command runs and sets meta.confirmed', async () => {
    const { outcome } = await run(removal, ['logs', '--confirm-destructive'])
    expect(outcome.data).toEqual({ effect: 'deleted' })
    expect(outcome.meta['confirmed']).toBe(true)
    expect(log.splice(0)).toEqual(['logs'])
  })

  it('REQ-C-004 REQ-C-003: a dry run validates the input, returns a preview and changes nothing', async () => {
    const { outcome, exit } = await run(removal, ['logs', '--dry-run'])
    expect(exit).toBe(0)
    expect(outcome.data).toMatchObject({ effect: 'would_delete', would_affect: { objects: 91 } })
    expect(await run(removal, ['x', '--dry-run'])).toMatchObject({
      exit: 3,
      outcome: { error: { code: 'INVALID_VALUE', phase: 'validation' } },
    })
    expect(log).toEqual([])
  })

  it('REQ-C-004: a dry run that reports a real effect fails with an internal error', async () => {
    const wrong = { ...removal, dryRun: () => ({ effect: 'deleted', would_affect: {} }) }
    const { outcome, exit } = await run(wrong, ['logs', '--dry-run'], { unchecked: true })
    expect(exit).toBe(1)
    expect(outcome.error).toMatchObject({ code: 'INTERNAL_ERROR', phase: 'execution' })
    expect(outcome.error?.detail).toContain('would_')
    expect(outcome.data).toBeNull()
    expect(log).toEqual([])
  })

  it('REQ-O-021: only destructive commands have --confirm-destructive', async () => {
    const { outcome, exit } = await run({}, ['--confirm-destructive'])
    expect(outcome.error?.code).toBe('UNKNOWN_FLAG')
    expect(exit).toBe(3)
  })
})

describe('validation', () => {
  it('REQ-C-006 REQ-F-015: validate() gets input only, all its problems are reported, and run() is not called', async () => {
    let called = false
    const command = {
      options: { size: s.integer().default(1) },
      validate: (context: object) => {
        expect(Object.keys(context).toSorted()).toEqual([
          'args',
          'command',
          'env',
          'now',
          'options',
        ])
        return [
          { param: '--size', code: 'TOO_BIG', message: 'Too big.', value: 9 },
          { param: '--zone', code: 'NO_ZONE', message: 'No such zone.' },
        ]
      },
      run: () => {
        called = true
        return {}
      },
    }
    const { outcome, exit } = await run(command, v16)
    expect(exit).toBe(2)
    expect(outcome.error).toMatchObject({
      code: 'ARG_ERROR',
      phase: 'validation',
      retryable: false,
    })
    expect(outcome.meta['errors']).toMatchObject([
      { param: '--size', code: 'TOO_BIG', value: 9 },
      { param: '--zone' },
    ])
    expect(called).toBe(false)
  })

  it('REQ-F-002: bad input exits with 2 in contract 1.6 and with 3 in 1.0', async () => {
    const refused = { outcome: { error: { code: 'UNKNOWN_FLAG' } } }
    expect(await run({}, ['--nope', ...v16])).toMatchObject({ exit: 2, ...refused })
    expect(await run({}, ['--nope'])).toMatchObject({ exit: 3, ...refused })
  })

  it('REQ-F-045: a resource id with a suspicious pattern is refused before the run', async () => {
    const command = { args: { id: s.string().resourceId() } }
    for (const id of ['../etc', 'a%2e%2e', 'x?foo=bar']) {
      const { outcome, exit } = await run(command, [id, ...v16])
      expect(exit).toBe(2)
      expect(outcome.error?.code).toBe('INVALID_AGENT_INPUT')
    }
    expect((await run(command, ['usr-a1b2c3'])).outcome.ok).toBe(true)
  })

  it('suggests the command for a typo, and quotes the arguments of a redirected command', async () => {
    const cli = tool({ greet: declare({}) }, { redirects: { 'user create': { to: 'users add' } } })
    const typo = await runCli(cli, ['gret'])
    expect(typo.exit).toBe(3)
    expect(typo.outcome.error).toMatchObject({
      code: 'UNKNOWN_COMMAND',
      suggestion: 'Did you mean acme greet?',
    })
    const moved = await runCli(cli, ['user', 'create', 'a b', '--role', "it's"])
    expect(moved.exit).toBe(13)
    expect(moved.outcome.error?.redirect).toEqual({
      command: String.raw`acme users add 'a b' --role 'it'\''s'`,
      permanent: true,
      reason: 'renamed',
    })
  })
})

describe('output', () => {
  it('REQ-F-003: output is text at a terminal, and JSON with CI', async () => {
    const human = await run({}, [], { tty: true })
    expect(human.document).toBeUndefined()
    const { stdout } = await run({}, [], { tty: true, env: { CI: 'true' } })
    expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  })

  it('REQ-F-007: data is carried as it is, and people read it without terminal codes', async () => {
    const data = { text: '\u001b[31mred\u001b[0m\r', link: '\u001b]8;;x\u0007y' }
    const command = { run: () => data }
    const { stdout } = await run(command)
    // oxlint-disable-next-line no-control-regex -- finding control characters is the point
    expect(stdout.trimEnd()).not.toMatch(/[\u0000-\u001f]/)
    expect(JSON.parse(stdout)).toMatchObject({ data, warnings: [] })
    const shown = await run(command, ['--format', 'plain'])
    expect(shown.stdout).toContain('red')
    // oxlint-disable-next-line no-control-regex -- finding control characters is the point
    expect(shown.stdout).not.toMatch(/[\u001b\r]|u001b/)
    expect(shown.stderr).toContain('--json has the data as it is')
    const failed = await run({
      run: ({ failWith }: any) => failWith('GENERAL_ERROR', '\u001b[1mbold\u001b[0m.'),
    })
    expect(failed.outcome.error?.message).toBe('bold.')
  })

  it('REQ-F-056: the width of the terminal does not change JSON', async () => {
    const url = `https://example.test/${'x'.repeat(200)}`
    const { stdout } = await run({ run: () => ({ url }) }, ['--format', 'json'], {
      tty: true,
      columns: 40,
      env: { COLUMNS: '40' },
    })
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(stdout).toContain(url)
  })

  it('REQ-O-001: every command accepts --format, the last one wins, and an unknown format is refused', async () => {
    const rows = {
      run: () => [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    }
    expect((await run(rows, ['--format', 'jsonl'])).stdout).toBe(
      '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n',
    )
    expect((await run(rows, ['--format', 'plain'])).stdout).toBe('a\tb\n1\tx\n2\ty\n')
    expect((await run(rows, ['--format', 'plain', '--json'])).document).toMatchObject({ ok: true })
    expect((await run(rows, ['--json', '--format=yaml'])).stdout).toContain('a: 1')
    const rich = await run(rows, ['--format', 'rich'])
    expect(rich).toMatchObject({ exit: 3, outcome: { error: { code: 'INVALID_CHOICE' } } })
  })

  it('--full-output shows the whole envelope in every format', async () => {
    for (const format of ['yaml', 'toon', 'md']) {
      const { stdout } = await run({ run: () => ({ a: 1 }) }, ['--format', format, '--full-output'])
      expect(stdout).toContain('duration_ms')
    }
  })

  it('REQ-F-018 REQ-F-019 REQ-O-003: lists are paged, with 20 items per page by default', async () => {
    const list = { list: true, run: () => Array.from({ length: 45 }, (_, id) => ({ id })) }
    const first = await run(list)
    expect(first.outcome.data).toHaveLength(20)
    const { cursor = '', total } = first.outcome.meta
    expect(total).toBe(45)
    const newer = await run(list, v16)
    expect(newer.outcome.meta['pagination']).toMatchObject({ returned: 20, has_more: true })
    expect(cursor).toMatch(/^[A-Za-z0-9._-]+$/)
    const second = await run(list, ['--cursor', cursor])
    expect((second.outcome.data as any)[0]).toEqual({ id: 20 })
    const all = await run(list, ['--limit', '0'])
    expect(all.outcome.data).toHaveLength(45)
    expect(Object.keys(all.outcome.meta)).toEqual(['duration_ms'])
    const allNewer = await run(list, ['--limit', '0', ...v16])
    expect(allNewer.outcome.meta['pagination']).toEqual({
      total: 45,
      returned: 45,
      truncated: false,
      has_more: false,
      next_cursor: null,
    })
    const bad = await run(list, ['--cursor', 'nonsense', ...v16])
    expect(bad).toMatchObject({ exit: 2, outcome: { error: { code: 'INVALID_CURSOR' } } })
  })

  it('REQ-F-052: a large answer is truncated between items, and its cursor fetches the rest', async () => {
    const big = {
      list: { defaultLimit: 0 },
      run: () => Array.from({ length: 10_000 }, (_, id) => ({ id, text: 'x'.repeat(200) })),
    }
    const { outcome, stdout } = await run(big)
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1_048_576)
    expect(outcome.meta).toMatchObject({ truncated: true, total_count: 10_000 })
    expect(outcome.meta['truncation_hint']).toBeUndefined()
    const next = await run(big, ['--cursor', outcome.meta.cursor!])
    expect((next.outcome.data as any)[0].id).toBe(outcome.meta['returned_count'])
    const raised = await run(big, [], { env: { ACME_MAX_OUTPUT_BYTES: '5242880' } })
    expect(raised.outcome.data).toHaveLength(10_000)
  })

  it('a limit that is no number is refused by its name, and a cap leaves the code whole', async () => {
    const code = 'A_CODE_THAT_IS_LONGER_THAN_WHAT_A_SMALL_CAP_LEAVES_FOR_IT'
    const fails = {
      errors: { [code]: 'CONFLICT' as const },
      run: ({ fail }: any) => fail(code, 'm'.repeat(5000)),
    }
    const wrong = await run(fails, [], { env: { ACME_MAX_OUTPUT_BYTES: 'much' } })
    expect(wrong.outcome.error?.message).toMatch(/^ACME_MAX_OUTPUT_BYTES must be .* not 'much'/)
    const small = await run(fails, [], { env: { ACME_MAX_OUTPUT_BYTES: '200' } })
    expect(small.outcome.error?.code).toBe(code)
    expect(small.outcome.meta['truncated']).toBe(true)
  })

  it('answers not_modified for the current etag', async () => {
    const cli = tool({ do: declare({}) })
    const { outcome } = await runCli(cli, ['manifest'])
    const again = await runCli(cli, ['manifest', '--etag', (outcome.data as any).etag])
    expect(again.outcome).toMatchObject({ ok: true, data: null, meta: { not_modified: true } })
  })
})

describe('prompts and screens', () => {
  it('REQ-C-005: --yes answers prompts, --non-interactive fails with exit 4, and other commands ignore --yes', async () => {
    const ask = {
      interactive: true,
      run: async ({ prompt }: any) => ({ sure: await prompt.confirm('Really?') }),
    }
    expect((await run(ask, ['--yes'])).outcome.data).toEqual({ sure: true })
    const refused = await run(ask, ['--non-interactive'], { tty: true, env: { CI: '1' } })
    expect(refused).toMatchObject({ exit: 4, outcome: { error: { code: 'INPUT_REQUIRED' } } })
    expect((await run({}, ['--yes'])).outcome.ok).toBe(true)
  })

  it('REQ-C-021: signing in without a terminal needs a token, and the error names its variable', async () => {
    const login = {
      auth: { headless: false, tokenEnv: ['ACME_TOKEN'] },
      run: ({ token }: any) => ({ length: token?.length ?? 0 }),
    }
    const { outcome, exit } = await run(login)
    expect(exit).toBe(4)
    expect(outcome.error).toMatchObject({ code: 'NO_TTY', phase: 'validation' })
    expect(outcome.error?.message).toContain('ACME_TOKEN')
    expect(outcome.error?.details).toMatchObject({
      auth_methods: [{ type: 'env_var', name: 'ACME_TOKEN' }],
    })
    expect((await run(login, [], { env: { ACME_TOKEN: 'abcdefgh' } })).outcome.data).toEqual({
      length: 8,
    })
    expect((await run({ ...login, auth: { headless: true } })).outcome.ok).toBe(true)
  })

  it('REQ-F-047: a prompt without a terminal fails and names the flag to use instead', async () => {
    const repl = {
      interactive: true,
      run: async ({ prompt }: any) => ({ line: await prompt.text('>', { flag: '--eval' }) }),
    }
    const { outcome, exit } = await run(repl)
    expect(exit).toBe(4)
    expect(outcome.error?.code).toBe('INPUT_REQUIRED')
    expect(outcome.error?.suggestion).toContain('--eval')
  })
})

describe('secrets', () => {
  it('REQ-F-051: secrets appear in no log and no error, not even under --debug', async () => {
    const leaky = {
      options: { password: s.string().secret() },
      run: ({ options, log, failWith }: any) => {
        log.debug('calling', { Authorization: 'Bearer abcdefghijk', password: options.password })
        failWith('GENERAL_ERROR', `The password ${options.password} is wrong.`)
      },
    }
    const leaked = await run(leaky, ['--password', 'hunter2hunter2', '--debug'])
    expect(leaked).toMatchObject({ exit: 1, outcome: { error: { code: 'GENERAL_ERROR' } } })
    const { stdout, stderr } = leaked
    expect(stdout + stderr).not.toContain('hunter2')
    expect(stderr).toContain('[REDACTED]')
    expect(stderr).not.toContain('abcdefghijk')
  })
})

describe('network and time', () => {
  it('REQ-C-012: --timeout sets the limit, 0 removes it, and the handler gets it', async () => {
    const call = {
      network: true,
      run: ({ timeoutMs }: any) => ({ timeoutMs }),
    }
    const limits = ['--timeout', '5s']
    const { outcome } = await run(call, limits)
    expect(outcome.data).toEqual({ timeoutMs: 5000 })
    const newer = await run(call, [...limits, '--envelope', 'spec-1.6'])
    expect(newer.outcome.meta['timeout_ms']).toBe(5000)
    expect((await run(call, ['--timeout', '0'])).outcome.data).toMatchObject({ timeoutMs: 0 })
    const slow = { network: true, run: () => new Promise((resolve) => setTimeout(resolve, 5000)) }
    expect(await run(slow, ['--timeout', '50ms'])).toMatchObject({
      exit: 10,
      outcome: { error: { code: 'TIMEOUT', phase: 'execution' } },
    })
  })
})

describe('contract versions', () => {
  const cli = tool(
    { do: declare({}) },
    {
      contract: {
        versions: { '1.0': 'claw-1.0', '2.0': 'claw-2.0' },
        default: '2.0',
        deprecated: ['1.0'],
        removed: ['0.9'],
      },
    },
  )

  it('answers in the default version, in a deprecated one with a warning, and refuses removed ones', async () => {
    expect((await runCli(cli, ['do', '--json'])).document).toMatchObject({ schema_version: '2.0' })
    for (const argv of [['--legacy-envelope'], ['--envelope-version=1.0']]) {
      const { document, outcome } = await runCli(cli, ['do', '--json', ...argv])
      expect(document).toMatchObject({ type: 'success' })
      expect(outcome.warnings.join()).toContain('deprecated')
    }
    const gone = await runCli(cli, ['do', '--json', '--envelope-version', '0.9'])
    expect(gone).toMatchObject({ exit: 1, document: { command: 'do', error: { kind: 'parse' } } })
    expect(gone.outcome.error?.message).toContain('removed')
  })

  it('--envelope and the environment variable select any dialect', async () => {
    const { document: spec } = await runCli(cli, ['do', '--json', '--envelope', 'spec-1.0'])
    expect(Object.keys(spec as object)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
    const { document: td } = await runCli(cli, ['do', '--json'], { env: { ACME_ENVELOPE: 'td' } })
    expect(Object.keys(td as object)).toEqual(['ok', 'type', 'data'])
    expect(await runCli(cli, ['do', '--json', '--envelope', 'spec-1'])).toMatchObject({
      exit: 1,
      outcome: { error: { code: 'parse' } },
    })
  })
})
