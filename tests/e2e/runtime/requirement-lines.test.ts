import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { GENERATION } from '../processes/run-acme.ts'
import {
  type Ended,
  type Loose,
  type ProcessOptions,
  runProgram,
} from '../processes/run-program.ts'

const V16 = ['--envelope', GENERATION]

/** Runs one command of the program in contract 1.6, with a home and a trace of its own. */
async function lines(argv: readonly string[], options: ProcessOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'))
  const trace = join(folder, 'trace')
  const env = { HOME: folder, XDG_STATE_HOME: '', TRACE: trace, ...options.env }
  const ended = await runProgram('requirements/lines.mjs', [...argv, ...V16], { ...options, env })
  const [envelope = {}] = ended.documents
  return {
    ...ended,
    envelope,
    error: (envelope['error'] ?? {}) as Loose,
    /** How often a handler was called. */
    calls: existsSync(trace) ? readFileSync(trace, 'utf8').length : 0,
  }
}

async function refusal(name: string): Promise<Ended & { message: string; calls: number }> {
  const ended = await lines([name], { env: { REFUSED: name } })
  expect(ended.code).toBe(1)
  expect(ended.error['phase']).toBe('validation')
  return { ...ended, message: ended.error['message'] as string }
}

describe('arguments of child processes', () => {
  it.each([';', '$', '\n'])(
    'REQ-F-044/1,4,5: an argument with %j is refused with exit 2 before anything executes',
    async (character) => {
      const { code, error, calls, envelope } = await lines(['echo', `a${character}b`], {})
      expect(code).toBe(2)
      expect(error).toMatchObject({ code: 'SHELL_METACHARACTER', phase: 'validation' })
      expect(envelope['meta'].errors[0]).toMatchObject({ param: '<text>' })
      expect(calls).toBe(0)
    },
  )

  it('REQ-F-044/6: the check covers declared options and variables, and no other input', async () => {
    const option = await lines(['echo-option', '--ref', 'a;b', '--note', 'c;d'])
    expect(option).toMatchObject({ code: 2, calls: 0 })
    const variable = await lines(['echo-option'], { env: { SECRET_REF: '$(id)' } })
    expect(variable).toMatchObject({ code: 2, calls: 0 })
    const note = await lines(['echo-option', '--note', 'c;d'])
    expect(note).toMatchObject({ code: 0, envelope: { data: { out: 'main', note: 'c;d' } } })
  })

  it('REQ-F-044/1,6: undeclared input is refused before its child starts, honestly', async () => {
    const safe = await lines(['echo-undeclared', '; rm -rf /'])
    expect(safe).toMatchObject({ code: 2, error: { code: 'SHELL_METACHARACTER' } })
    const mutating = await lines(['echo-undeclared-write', '; rm -rf /'])
    expect(mutating).toMatchObject({
      code: 1,
      error: { code: 'SHELL_METACHARACTER', phase: 'execution' },
    })
  })

  it('REQ-F-044/6: the check covers values from earlier command output', async () => {
    const { code, error, stdout } = await lines(['echo-output'])
    expect(code).toBe(1)
    expect(error).toMatchObject({ code: 'SHELL_METACHARACTER', phase: 'execution' })
    expect(stdout).not.toContain('"out"')
  })

  it("REQ-F-062/2: the author's constants reach the child as they are", async () => {
    const { envelope } = await lines(['echo-constant'])
    expect(envelope['data']).toEqual({ out: '%(refname) <a> & $b; `c`\n' })
  })

  it.each([
    [['sh', '-c', 'echo hi']],
    [['env', 'sh', '-c', 'echo hi']],
    [['env', '-S', 'sh -c "echo hi"']],
    [['nice', 'timeout', '5', 'bash', '-lc', 'echo hi']],
  ])('REQ-F-044/3: composing sh -c is refused: %j', async (argv) => {
    const { code, error, stdout } = await lines(['shell-behind', JSON.stringify(argv)])
    expect(code).toBe(1)
    expect(error['code']).toBe('SHELL_COMMAND_PROHIBITED')
    expect(stdout).not.toContain('"stdout"')
  })

  it.each([
    ['shell-string', 'SHELL_STRING_PROHIBITED'],
    ['shell-string-member', 'SHELL_STRING_PROHIBITED'],
    ['shell-string-pipe', 'SHELL_STRING_PROHIBITED'],
    ['shell-option', 'SHELL_OPTION_PROHIBITED'],
  ])('REQ-F-062/3 REQ-F-044/2: %s is refused before anything runs, as %s', async (name, code) => {
    const { message, calls } = await refusal(name)
    expect(message).toContain(code)
    expect(calls).toBe(0)
  })

  it('REQ-F-062/3: a shell string that is computed is refused before the child starts', async () => {
    const { code, error } = await lines(['shell-computed', 'echo hi'])
    expect(code).toBe(1)
    expect(error['code']).toBe('SHELL_STRING_PROHIBITED')
  })

  it('REQ-F-044: children that name no input are refused', async () => {
    const { error } = await lines(['children-unknown'], { env: { REFUSED: 'children-unknown' } })
    expect(error['message']).toContain("children names 'nothing'")
  })
})

describe('exits that a fix precedes', () => {
  it.each(['after-fix-exit', 'after-fix-error'])(
    'REQ-F-001/8: a code that is called after fix cannot be declared retryable: %s',
    async (name) => {
      expect((await refusal(name)).message).toContain('is never retryable')
    },
  )

  it('REQ-F-001/8: a handler that calls such a failure retryable is corrected', async () => {
    const { code, error } = await lines(['claims-retry'])
    expect(code).toBe(4)
    expect(error).toMatchObject({ retryable: false, fix_required: expect.stringMatching(/\w/) })
  })

  it('REQ-C-030: a correctable error has the declared fix_command beside fix_required', async () => {
    const { error } = await lines(['fix-declared'])
    expect(error).toMatchObject({
      retryable: false,
      fix_required: 'Create the lock file.',
      fix_command: 'lines make --id 1',
    })
  })

  it.each([
    ['fix-pipe', 'has a fixCommand with "|"'],
    ['fix-placeholder', 'has a fixCommand with "<"'],
    ['fix-variable', 'has a fixCommand with "$"'],
    ['fix-alone', 'needs fixRequired'],
    ['fix-elsewhere', "runs 'curl'"],
    ['fix-destructive', 'is destructive'],
  ])('REQ-C-030: %s is refused before the command runs', async (name, reason) => {
    expect((await refusal(name)).message).toContain(reason)
  })

  it.each(['lines make | sh', 'lines make <id>', 'lines make $ID', 'lines make; lines remove'])(
    'REQ-C-030: a fix_command that a handler makes up is left out: %s',
    async (fix) => {
      const { error, envelope } = await lines(['fix-spliced', fix])
      expect(error).not.toHaveProperty('fix_command')
      expect(error['fix_required']).toBe('Create the lock file.')
      expect(JSON.stringify(envelope['warnings'])).toContain('fix_command')
    },
  )

  it('REQ-C-013/8: an error code of one letter is refused before the command runs', async () => {
    expect((await refusal('one-letter')).message).toContain("'X' must be in upper case")
  })

  it('REQ-C-013/2: an error code in lower case is refused before the command runs', async () => {
    expect((await refusal('lower-case')).message).toContain("'no_lock' must be in upper case")
  })
})

describe('validate()', () => {
  it.each([
    ['validate-writes', 'appendFileSync'],
    ['validate-calls', 'fetch'],
  ])('REQ-C-006/2: %s is refused before it runs, because it calls %s()', async (name, call) => {
    const { message, calls } = await refusal(name)
    expect(message).toContain(`calls ${call}() in validate()`)
    expect(calls).toBe(0)
  })
})

describe('windows', () => {
  it.each(['open-undeclared', 'open-undeclared-member'])(
    'REQ-F-057/3: a command that opens a window without declaring it is refused before it runs: %s',
    async (name) => {
      expect((await refusal(name)).message).toContain('must declare gui')
    },
  )

  it('REQ-F-057/3: a call of open() that the source hides is refused when it is made', async () => {
    const { code, error } = await lines(['open-hidden'])
    expect(code).toBe(1)
    expect(error['detail']).toContain('must declare gui')
  })
})

describe('an idempotency key', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'keys-'))

  it('REQ-C-003/6: a repeated idempotency key answers with noop and the first data', async () => {
    const env = { HOME: folder() }
    const call = ['make', '--id', '7', '--idempotency-key', 'k']
    const first = await lines(call, { env })
    expect(first).toMatchObject({ code: 0, calls: 1, envelope: { data: { effect: 'created' } } })
    const second = await lines(call, { env })
    expect(second).toMatchObject({ code: 0, calls: 0, envelope: { ok: true } })
    expect(second.envelope['data']).toEqual({ ...first.envelope['data'], effect: 'noop' })
    expect(second.envelope['meta'].idempotency_hit).toBe(true)
    const other = await lines(['make', '--id', '7', '--idempotency-key', 'other'], { env })
    expect(other).toMatchObject({ calls: 1, envelope: { data: { effect: 'created' } } })
  })

  it('REQ-C-003: the key of one call never answers another', async () => {
    const env = { HOME: folder() }
    await lines(['make', '--id', '1', '--idempotency-key', 'k'], { env })
    const other = await lines(['make', '--id', '2', '--idempotency-key', 'k'], { env })
    expect(other).toMatchObject({ code: 2, calls: 0, error: { code: 'IDEMPOTENCY_KEY_USED' } })
  })

  it('REQ-C-003: of eight calls at once one makes the change', async () => {
    const env = { HOME: folder(), TRACE: join(folder(), 'trace') }
    const call = ['make', '--idempotency-key', 'k']
    const ended = await Promise.all(Array.from({ length: 8 }, () => lines(call, { env })))
    expect(readFileSync(env.TRACE, 'utf8')).toBe('x')
    const effects = ended.map(({ envelope }) => envelope['data']?.effect as string | undefined)
    expect(effects.filter((effect) => effect === 'created')).toHaveLength(1)
    for (const { code, error, envelope } of ended) {
      if (code !== 0) expect(error['code']).toBe('IDEMPOTENCY_KEY_USED')
      else expect(envelope['data'].effect).toMatch(/^(created|noop)$/)
    }
  })

  it('a call that changed nothing can be repeated, one in doubt cannot', async () => {
    const env = { HOME: folder() }
    const repeat = async (exit: string) => {
      const call = ['make-and-fail', '--exit', exit, '--idempotency-key', exit]
      await lines(call, { env })
      return lines(call, { env })
    }
    expect(await repeat('NOT_FOUND')).toMatchObject({ code: 5, calls: 1 })
    expect(await repeat('GENERAL_ERROR')).toMatchObject({
      code: 2,
      calls: 0,
      error: { message: expect.stringContaining('did not finish') },
    })
  })

  it('a call that was killed is not repeated', async () => {
    const env = { HOME: folder() }
    const call = ['make-slowly', '--idempotency-key', 'k']
    await lines(call, { env, whenReady: (child) => child.kill('SIGKILL') })
    expect(await lines(call, { env })).toMatchObject({
      code: 2,
      calls: 0,
      error: { message: expect.stringContaining('did not finish') },
    })
  })

  it('a damaged record proves nothing, so the call is not repeated', async () => {
    const home = folder()
    const call = ['make', '--idempotency-key', 'k']
    await lines(call, { env: { HOME: home } })
    const kept = join(home, '.local/state/lines/jobs')
    const job = readdirSync(kept).find((name) => name.startsWith('once-'))!
    writeFileSync(join(kept, job, 'job.json'), '{"at":')
    expect(await lines(call, { env: { HOME: home } })).toMatchObject({ code: 2, calls: 0 })
  })

  it('is not used up by a preview or by a call without confirmation', async () => {
    const env = { HOME: folder() }
    const call = ['remove', '--idempotency-key', 'k']
    expect(await lines([...call, '--dry-run'], { env })).toMatchObject({ code: 0, calls: 0 })
    expect(await lines(call, { env })).toMatchObject({ code: 2, calls: 0 })
    expect(await lines([...call, '--confirm-destructive'], { env })).toMatchObject({ calls: 1 })
  })
})

describe('standard input that is not a terminal', () => {
  it('REQ-F-047/1,5: a handler that calls readline at the end of the input exits 4', async () => {
    const { code, error } = await lines(['question'])
    expect(code).toBe(4)
    expect(error).toMatchObject({
      code: 'REPL_MODE_PROHIBITED',
      suggestion: expect.stringContaining('--name'),
    })
  })

  it.each(['question', 'lines', 'stream'])(
    'REQ-F-047/1 REQ-F-009/2: %s on an open and silent pipe exits 4 rather than hanging',
    async (name) => {
      const started = Date.now()
      const { code, error } = await lines([name], { input: null })
      expect(code).toBe(4)
      expect(error['code']).toBe('REPL_MODE_PROHIBITED')
      expect(Date.now() - started).toBeLessThan(10_000)
    },
  )

  it('REQ-F-047/2: a bare invocation whose default is a REPL exits 4', async () => {
    const { code, error } = await lines([], { input: null, env: { REPL: '1' } })
    expect(code).toBe(4)
    expect(error['code']).toBe('REPL_MODE_PROHIBITED')
  })

  it('a handler that reads what is piped in gets it', async () => {
    expect((await lines(['stream'], { input: 'a\nb\n' })).envelope['data']).toEqual({
      text: 'a\nb\n',
    })
    expect((await lines(['question'], { input: 'Ada\n' })).envelope['data']).toEqual({
      name: 'Ada',
    })
  })

  it('a handler that only looks at standard input is left alone', async () => {
    expect((await lines(['looks-at-stdin'], { input: null })).code).toBe(0)
  })
})
