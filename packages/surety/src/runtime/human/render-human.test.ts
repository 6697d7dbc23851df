import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fail, succeed, type JsonValue, type OutcomeMeta } from '../../contract/index.ts'
import { jsonValues } from '../../formats/format.suite.ts'
import { renderHuman } from './render-human.ts'
import { widthOf } from './terminal/text-width.ts'

const options = { columns: 80, commandPath: 'ship deploys list' }
const shown = (data: JsonValue, meta: OutcomeMeta = {}) =>
  renderHuman(succeed({ data, meta }), options)
const lines = (text: string) => text.trimEnd().split('\n')

describe('a success at a terminal', () => {
  it('shows members as a list of labels, nested ones as sections', () => {
    expect(
      lines(shown({ id: 7, created_at: null, owner: { name: 'Zoë' }, tags: ['a', 'b'] }).stdout),
    ).toEqual(['ID          7', 'Created at  –', 'Tags        a, b', '', 'Owner', '  Name  Zoë'])
  })

  it('shows a list of records inside an object as a table with its count', () => {
    expect(lines(shown({ path: '/x', checks: [{ name: 'boot', ok: true }] }).stdout)).toEqual([
      'Path  /x',
      '',
      'Checks 1',
      '  Name  OK',
      '  ────  ──',
      '  boot  ✓',
    ])
  })

  it.each([
    [[], 'No results.'],
    [{ wallets: [] }, 'No wallets.'],
    [{}, '✓ Done'],
    ['bare text', 'bare text'],
    [{ effect: 'created', id: 'dep_1' }, '✓ Created dep_1'],
    [{ effect: 'deleted', name: 'web' }, '✓ Deleted web'],
    [{ effect: 'noop', id: 4 }, '• Nothing to change: 4'],
    [{ effect: 'would_delete', name: 'web' }, '◇ Would delete web (dry run, nothing was changed)'],
  ])('says of %j: %s', (data, sentence) => {
    expect(shown(data as JsonValue).stdout).toBe(`${sentence}\n`)
  })

  it('lists what a dry run would affect', () => {
    const { stdout } = shown({
      effect: 'would_delete',
      name: 'web',
      would_affect: { volumes: ['data'] },
    })
    expect(stdout).toContain('Volumes  data')
  })

  it('reports that nothing changed since the etag', () => {
    const { stdout } = renderHuman(succeed({ data: null, meta: { not_modified: true } }), options)
    expect(stdout).toMatch(/Unchanged/)
  })

  it('shows the size of a page and the command for the next page on stderr', () => {
    const pagination = {
      total: 143,
      returned: 1,
      truncated: true,
      has_more: true,
      next_cursor: 'abc',
    }
    const { stdout, stderr } = shown([{ id: 1 }], { pagination })
    expect(stderr).toContain('1 of 143 · next: ship deploys list --cursor abc')
    expect(stdout).not.toContain('143')
  })

  it('does not wrap the command for the next page', () => {
    const cursor = 'c'.repeat(100)
    const { stderr } = shown([{ id: 1 }], { cursor })
    expect(lines(stderr)).toContain(`next: ship deploys list --cursor ${cursor}`)
  })

  it('shows next steps from every member that can hold them', () => {
    const step = { command: 'ship open 7', description: 'Opens it' }
    const metas: OutcomeMeta[] = [
      { next_steps: [step] },
      { cta: { description: 'Next', commands: [step] } },
    ]
    for (const meta of metas) {
      expect(shown({ id: 7 }, meta).stderr).toContain('→ ship open 7  Opens it')
    }
  })

  it('shows warnings on stderr', () => {
    const outcome = succeed({ data: { id: 1 }, warnings: ['The flag goes away.'] })
    expect(renderHuman(outcome, options).stderr).toBe('\n▲ The flag goes away.\n')
  })

  it('recognises units by member names', () => {
    const { stdout } = shown({ duration_ms: 1240, image_bytes: 14_000_000 })
    expect(lines(stdout)).toEqual(['Duration  1.2s', 'Image     14 MB'])
  })
})

describe('a failure at a terminal', () => {
  const failure = fail({
    exit: 'NOT_FOUND',
    error: {
      code: 'DEPLOY_NOT_FOUND',
      message: 'There is no deploy 42.',
      detail: 'the service answered 404',
      suggestion: 'Pick one that exists.',
      fix_command: 'ship deploys list',
    },
  })

  it('shows the error, its cause and the next step on stderr only', () => {
    const { stdout, stderr } = renderHuman(failure, options)
    expect(stdout).toBe('')
    expect(lines(stderr)).toEqual([
      '✗ There is no deploy 42.  DEPLOY_NOT_FOUND',
      '',
      '  why  the service answered 404',
      '  try  Pick one that exists.',
      '  run  ship deploys list',
    ])
  })

  it('lists every wrong field', () => {
    const { stderr } = renderHuman(
      fail({
        exit: 'ARG_ERROR',
        error: {
          code: 'ARG_ERROR',
          message: '2 problems with the input',
          phase: 'validation',
          field_errors: [
            { path: ['--replicas'], message: 'expected a whole number' },
            { path: 'service', message: 'is required' },
          ],
        },
      }),
      options,
    )
    expect(stderr).not.toContain('nothing was changed')
    expect(stderr).toContain('--replicas  expected a whole number')
    expect(stderr).toContain('service     is required')
  })

  it('says what, why and what next, each thing once', () => {
    const lines = (error: Parameters<typeof fail>[0]['error'], exit = 'AUTH_REQUIRED' as const) =>
      renderHuman(fail({ exit, error }), options).stderr.trimEnd().split('\n')
    expect(
      lines({
        code: 'TOKEN_MISSING',
        message: "'who' needs a token in T.",
        phase: 'validation',
        suggestion: 'Set T to a token and run the command again.',
        fix_required: 'Set T.',
        next_steps: { action: 'set_token', suggestion: 'set T to a token' },
        details: { auth_methods: [{ type: 'env_var', name: 'T' }] },
      }),
    ).toEqual([
      "✗ 'who' needs a token in T.  TOKEN_MISSING",
      '',
      '  state  nothing was changed',
      '  try    Set T to a token and run the command again.',
    ])
    const problems = [
      { pointer: '/a', message: 'is missing' },
      { pointer: '', message: 'is empty' },
    ]
    const message = 'The file is invalid.\n/a: is missing\n(top): is empty'
    const invalid = { code: 'CONFIG_UNREADABLE', message, details: { problems } }
    expect(lines(invalid).join('\n')).not.toContain('problems')
    expect(lines({ ...invalid, message: 'The file is invalid.' }).join('\n')).toContain(
      'problems  pointer: /a; message: is missing',
    )
    const blocked = { code: 'X', message: 'Cannot remove it.', details: { users: [{ id: 'a' }] } }
    expect(lines(blocked).join('\n')).toContain('id: a')
    const unknown = fail({
      exit: 'ARG_ERROR',
      error: {
        code: 'UNKNOWN_COMMAND',
        message: "There is no command 'nosuch'. Did you mean 'such'?",
        phase: 'validation',
        fix_required: 'Correct nosuch.',
        suggestion: "Did you mean 'such'?",
        details: { errors: [{ param: 'nosuch', message: 'There is no such command.' }] },
      },
    })
    expect(renderHuman(unknown, options).stderr).not.toMatch(/Correct|1 item|mean.*mean/s)
  })

  it('does not repeat problems that the message already contains', () => {
    const errors = [
      { param: '--region', message: "--region: 'mars' is not a region.", allowed: ['eu', 'us'] },
      { param: '--foo', message: 'There is no option --foo.', suggestion: '--force' },
    ]
    const message = `2 problems with the input: ${errors.map((each) => each.message).join(' ')}`
    const { stderr } = renderHuman(
      fail({ exit: 'ARG_ERROR', error: { code: 'ARG_ERROR', message }, meta: { errors } }),
      options,
    )
    expect(lines(stderr)).toEqual([
      '✗ 2 problems with the input  ARG_ERROR',
      '',
      "  --region  'mars' is not a region.",
      '  --foo     There is no option --foo. Try --force.',
    ])
  })

  it('lists the allowed values of a single problem', () => {
    const message = "'mars' is not a region."
    const errors = [{ param: '--region', message, allowed: ['eu', 'us'] }]
    const { stderr } = renderHuman(
      fail({ exit: 'ARG_ERROR', error: { code: 'INVALID_CHOICE', message }, meta: { errors } }),
      options,
    )
    expect(lines(stderr)).toEqual([
      "✗ 'mars' is not a region.  INVALID_CHOICE",
      '',
      '  allowed  eu, us',
    ])
    const suggestion = 'Use eu or us.'
    const suggested = fail({
      exit: 'ARG_ERROR',
      error: { code: 'INVALID_CHOICE', message, suggestion },
      meta: { errors },
    })
    expect(lines(renderHuman(suggested, options).stderr).slice(2)).toEqual(['  try  Use eu or us.'])
  })

  it('names what an operation failed on once', () => {
    const shown = (error: { message: string; operation?: string; target?: string }) =>
      lines(
        renderHuman(fail({ exit: 'NOT_FOUND', error: { code: 'E', ...error } }), options).stderr,
      ).slice(2)
    expect(shown({ message: 'There is no file /a.', target: '/a' })).toEqual([])
    expect(shown({ message: 'Not found.', target: '/a' })).toEqual(['  target  /a'])
    expect(shown({ message: 'Not found.', operation: 'read', target: '/a' })).toEqual([
      '  while  read /a',
    ])
    expect(shown({ message: 'No /a.', operation: 'read', target: '/a' })).toEqual(['  while  read'])
  })

  it('shows a retry time only if the same call can succeed', () => {
    const limited = fail({
      exit: 'RATE_LIMITED',
      error: {
        code: 'LIMIT',
        message: 'Too many.',
        retry_after_ms: 30_000,
        retry_strategy: 'exponential_backoff',
      },
    })
    expect(renderHuman(limited, options).stderr).toContain('retry  in 30s, exponential backoff')
    expect(renderHuman(failure, options).stderr).not.toContain('retry')
  })

  it('shows the replacement of a moved command on one line', () => {
    const command = `ship deploys list --region eu-west-1 --label ${'x'.repeat(80)}`
    const { stderr } = renderHuman(
      fail({
        exit: 'REDIRECTED',
        error: {
          code: 'COMMAND_MOVED',
          message: 'It moved.',
          redirect: { command, permanent: true },
        },
      }),
      options,
    )
    expect(stderr).toContain(`run   ${command}\n`)
  })
})

describe('any outcome at a terminal', () => {
  const anyText = fc.string({ unit: 'binary' })

  it('escapes control characters in data', () => {
    fc.assert(
      fc.property(jsonValues({ loose: true }), fc.array(anyText), (data, warnings) => {
        const { stdout, stderr } = renderHuman(succeed({ data, warnings }), options)
        expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(
          /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u,
        )
      }),
    )
  })

  it('escapes control characters in errors', () => {
    fc.assert(
      fc.property(anyText, anyText, jsonValues({ loose: true }), (code, text, value) => {
        const outcome = fail({
          exit: 'GENERAL_ERROR',
          error: {
            code,
            message: text,
            detail: text,
            suggestion: text,
            fix_command: text,
            next_steps: { action: text },
            field_errors: [{ path: text, message: text }],
            details: { [text]: value },
          },
        })
        const { stderr } = renderHuman(outcome, { ...options, columns: 40 })
        expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  it('writes no escape sequences without colour, and balanced ones with colour', () => {
    const outcome = succeed({ data: [{ id: 1, status: 'failed' }] })
    expect(renderHuman(outcome, { ...options, color: false }).stdout).not.toContain('\u001b')
    const { stdout } = renderHuman(outcome, { ...options, color: true })
    expect(stdout).toContain('\u001b[31mfailed\u001b[39m')
  })

  it('colours each stream independently', () => {
    const outcome = succeed({ data: [{ id: 1, status: 'failed' }], warnings: ['careful'] })
    const { stdout, stderr } = renderHuman(outcome, { ...options, color: true, errorColor: false })
    expect(stdout).toContain('\u001b[31m')
    expect(stderr).not.toContain('\u001b')
  })

  it.each([40, 80, 120, 200])('fits prose into %d columns', (columns) => {
    const words = 'word '.repeat(80).trim()
    const outcome = succeed({ data: { text: words, nested: { text: words } }, warnings: [words] })
    const { stdout, stderr } = renderHuman(outcome, { ...options, columns })
    for (const line of lines(stdout + stderr)) expect(widthOf(line)).toBeLessThanOrEqual(columns)
  })

  it('wraps nothing at width 0 (REQ-F-056)', () => {
    const words = 'word '.repeat(80).trim()
    const { stderr } = renderHuman(succeed({ data: {}, warnings: [words] }), {
      ...options,
      columns: 0,
    })
    expect(stderr).toContain(words)
  })

  it('renders a value nested five thousand levels deep', () => {
    let deep: JsonValue = 1
    for (let level = 0; level < 5000; level++) deep = level % 2 ? { deep } : [deep]
    expect(shown(deep).stdout).not.toBe('')
  })
})
