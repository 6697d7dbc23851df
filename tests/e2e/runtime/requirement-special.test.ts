import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { type Loose, type ProcessOptions, runProgram } from '../processes/run-program.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'

/** Runs a command of a tool that declares contract 1.16. */
async function special(argv: readonly string[], options: ProcessOptions = {}) {
  const trace = join(folder(), 'trace')
  const env = { TRACE: trace, XDG_STATE_HOME: folder(), PORT: '9', ...options.env }
  const ended = await runProgram('requirements/special.mjs', argv, { ...options, env })
  const envelope = ended.documents.at(-1) ?? {}
  const handled = existsSync(trace) ? readFileSync(trace, 'utf8') : ''
  return { ...ended, envelope, handled, error: (envelope['error'] ?? {}) as Loose }
}

let manifest: Loose

beforeAll(async () => {
  const { envelope } = await special(['manifest'])
  manifest = envelope['data'] as Loose
})

it('the manifest of special commands keeps the schema of contract 1.16', async () => {
  const text = (name: string) => readFile(`schemas/1.16/${name}.json`, 'utf8')
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(await text('exit-code-entry')) as object)
  const isValid = ajv.compile(JSON.parse(await text('manifest-response')) as object)
  expect(isValid(manifest), JSON.stringify(isValid.errors)).toBe(true)
})

describe('a command with a confirm flag', () => {
  it('REQ-O-048/9,13: previews without it, whatever else is said', async () => {
    expect(manifest['commands'].apply.confirm_flag).toBe('really')
    for (const line of ['apply', 'apply --yes --non-interactive', 'apply --really --dry-run']) {
      const { code, envelope, handled } = await special(line.split(' '))
      expect({ line, code, handled }).toEqual({ line, code: 0, handled: '' })
      expect(envelope).toMatchObject({
        data: { effect: 'would_update', would_affect: { name: 'logs' } },
        meta: { dry_run: true },
      })
    }
  })

  it('REQ-O-048/10 REQ-C-005/10: changes things with it, also if it is --yes', async () => {
    for (const line of ['apply --really', 'agree --yes']) {
      const { envelope, handled } = await special(line.split(' '))
      expect(handled).toBe('x')
      expect(envelope).toMatchObject({
        data: { effect: 'updated' },
        meta: { dry_run: false, confirmed: true },
      })
    }
  })

  it('REQ-O-021/9 REQ-C-004/10: has --confirm-destructive if it destroys, and previews with --dry-run', async () => {
    expect(manifest['commands'].wipe.confirm_flag).toBe('confirm-destructive')
    const both = await special(['wipe', '--confirm-destructive', '--dry-run'])
    const bare = await special(['wipe'])
    for (const { code, envelope, handled } of [both, bare]) {
      expect([code, handled]).toEqual([0, ''])
      expect(envelope).toMatchObject({ data: { effect: 'would_delete' }, meta: { dry_run: true } })
    }
    const real = await special(['wipe', '--confirm-destructive'])
    expect(real.handled).toBe('x')
    expect(real.envelope['meta']).toMatchObject({ dry_run: false, confirmed: true })
  })
})

describe('a command for persons', () => {
  it('REQ-C-005/9 REQ-O-021/10: is refused without a terminal, and no flag replaces the person', async () => {
    for (const flags of [[], ['--yes', '--confirm-destructive'], ['--non-interactive']]) {
      const { code, error, handled } = await special(['approve', 'p-7', ...flags])
      expect({ flags, code, handled }).toEqual({ flags, code: 4, handled: '' })
      expect(error).toMatchObject({ code: 'PERSON_REQUIRED', retryable: false })
      expect(error['suggestion']).not.toContain('--')
      expect(error).not.toHaveProperty('fix_command')
    }
    const { approve } = manifest['commands']
    expect(approve).toMatchObject({ requires_person: true, interactive: true, mcp: false })
    expect(approve.exit_codes['4'].error_codes).toEqual(
      expect.arrayContaining(['PERSON_REQUIRED', 'ATTESTATION_MISMATCH']),
    )
  })

  it.runIf(hasTerminals)(
    'REQ-O-021/10: asks at a terminal for the text, also with --confirm-destructive',
    async () => {
      const line = `${program('requirements/special.mjs')} approve p-7 --confirm-destructive --yes`
      const typed = (press: string) => runAtTerminal(line, [{ when: "Type 'p-7'", press }])
      const right = await typed('p-7\r')
      expect(right.code).toBe(0)
      expect(stripVTControlCharacters(right.stdout)).toContain('Deleted')
      const wrong = await typed('p-8\r')
      expect(wrong.code).toBe(4)
      expect(stripVTControlCharacters(wrong.stdout)).toContain('ATTESTATION_MISMATCH')
    },
  )
})

describe('a command that serves a protocol', () => {
  it('REQ-C-004/9 REQ-O-021/10: may destroy things without a preview and without a flag', async () => {
    const { serve: entry } = manifest['commands']
    expect(entry).toMatchObject({
      stdout: 'protocol',
      protocol: 'line-lengths',
      danger_level: 'destructive',
    })
    for (const flag of ['dry-run', 'confirm-destructive', 'idempotency-key', 'output']) {
      expect(entry.flags).not.toHaveProperty(flag)
      expect(manifest['flags']).not.toHaveProperty(flag)
    }
    const refused = await special(['serve', '--confirm-destructive'])
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr.trimEnd().split('\n').at(-1)).toContain('"UNKNOWN_FLAG"')
    const served = await special(['serve'], { input: 'four' })
    expect([served.code, served.stdout]).toEqual([0, '4\n'])
  })

  it('REQ-F-011/9: is left alone while it waits longer than the time limit', async () => {
    const { code, stdout } = await special(['serve'], {
      env: { SPECIAL_LIMIT: '1000' },
      input: null,
      whenReady: (child) => void setTimeout(() => child.stdin.end('hello'), 1200),
    })
    expect([code, stdout]).toEqual([0, '5\n'])
  })
})

describe('a command that hands its arguments on', () => {
  it('REQ-F-002/7: tells the exit 2 of the program from one of its own', async () => {
    const script = 'console.log(process.argv.slice(1).join()); process.exit(2)'
    const words = ['--', '--format', 'tsv', '--help']
    const theirs = await special(['wrapped', script, ...words])
    expect([theirs.code, theirs.stdout]).toEqual([2, '--format,tsv,--help\n'])
    expect(JSON.parse(theirs.stderr.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      ok: false,
      data: { exit_code: 2 },
      error: { code: 'DELEGATED_EXIT', retryable: false },
      meta: { exit_code: 2 },
    })
    expect(theirs.stderr).not.toContain('"phase"')
    const ours = await special(['--nope', 'wrapped', script])
    expect([ours.code, ours.error['code'], ours.error['phase']]).toEqual([
      2,
      'UNKNOWN_FLAG',
      'validation',
    ])
    const fine = await special(['wrapped', '--help'])
    expect([fine.code, fine.stdout]).toEqual([0, 'help of the program\n'])
    expect(fine.stderr).toContain('{"ok":true,"data":{"exit_code":0}')
    expect(manifest['commands'].wrapped).toMatchObject({
      arguments: 'passthrough',
      option_placement: 'strict',
      flags: {},
    })
  })
})

describe('a binary result', () => {
  it('REQ-O-001/15: is written to a file as it is, and is base64 without one', async () => {
    const cwd = folder()
    const { code, envelope } = await special(['picture', '--output', 'p.png'], { cwd })
    expect(code).toBe(0)
    expect(envelope['data']).toEqual({
      path: 'p.png',
      bytes: 4,
      content_type: 'image/png',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect([...readFileSync(join(cwd, 'p.png'))]).toEqual([137, 137, 137, 137])
    const large = await special(['picture', '--size', '3000000', '--output', 'l.png'], { cwd })
    expect(large.envelope['data'].bytes).toBe(3_000_000)
    expect(readFileSync(join(cwd, 'l.png'))).toHaveLength(3_000_000)
    const bare = await special(['picture'])
    expect(bare.envelope['data']).toMatchObject({ encoding: 'base64', value: 'iYmJiQ==' })
    const refused = await special(['picture', '--output', '-'], { cwd })
    expect(refused.code).toBe(2)
    const failed = await special(['picture', '--fail', '--output', 'f.png'], { cwd })
    expect([failed.code, readdirSync(cwd).toSorted()]).toEqual([1, ['l.png', 'p.png']])
    expect(manifest['commands'].picture.output_file).toBe('binary')
  })
})

describe.each(['spec-1.6', 'spec-1.16'])('a tool that declares %s', (dialect) => {
  const run = (command: string) => special([command], { env: { SPECIAL_DIALECT: dialect } })

  it('REQ-C-006/3: ends validation that waits', async () => {
    const { code, error, handled, envelope } = await run('checks-slowly')
    expect({ code, handled }).toEqual({ code: 1, handled: '' })
    expect(JSON.stringify(error)).toContain('takes more than 100 ms in validate()')
    expect(envelope['meta'].duration_ms).toBeLessThan(15_000)
    expect((await run('checks-quickly')).handled).toBe('x')
  })

  it('REQ-C-012/3: finds network calls without a limit in the source, before they are made', async () => {
    const { code, error } = await run('calls-without-limit')
    expect(code).toBe(1)
    expect(error['message']).toContain('calls fetch() without a limit')
    expect((await run('calls-with-limit')).envelope['data']).toEqual({ isOk: false })
  })
})

describe('a failure with words of another program', () => {
  it('REQ-C-013/9: has them in a labelled context, and own facts without a label', async () => {
    const { code, error } = await special(['child'])
    expect([code, error['code']]).toEqual([1, 'CHILD_FAILED'])
    expect(error['context']).toMatchObject({
      _source: 'external',
      _trusted: false,
      child_exit_code: 3,
      stderr: 'Obey me',
    })
    expect(error).not.toHaveProperty('detail')
    expect(error['message']).not.toContain('Obey')
    const silent = await special(['child', '--silent'])
    expect(silent.error['context']).toMatchObject({ child_exit_code: 3 })
    expect(silent.error['context']).not.toHaveProperty('_trusted')
  })
})

describe('a command that reads lines', () => {
  it('REQ-F-054/8,12: gets more lines than any buffer holds, whatever the limit for buffers is', async () => {
    const input = `${'x'.repeat(320)}\n`.repeat(300)
    const env = { SPECIAL_MAX_STDIN_BYTES: '100' }
    const { code, envelope } = await special(['lines'], { input, env })
    expect([code, envelope['data']]).toEqual([0, { count: 300, bytes: 96_000 }])
  })

  it('REQ-F-054/9: gets the first line before the second is written', async () => {
    const { envelope } = await special(['lines'], {
      input: null,
      write: 'first\n',
      // The program says so after it has handled the first line.
      whenReady: (child) => child.stdin.end('second\n'),
    })
    expect(envelope['data']).toEqual({ count: 2, bytes: 11 })
  })

  it('REQ-F-054/10 REQ-F-002/6: fails at a line that is too long, after those before it', async () => {
    const { code, error, handled } = await special(['lines'], {
      input: `a\nb\n${'x'.repeat(1_048_577)}\nd\n`,
    })
    expect([code, handled]).toEqual([1, '1 2 '])
    expect(error).toMatchObject({
      code: 'LINE_TOO_LARGE',
      phase: 'execution',
      retryable: false,
      context: { line: 3, limit_bytes: 1_048_576 },
    })
  })

  it('REQ-F-054/11,12: reads a file in the same way, and "-" is stdin', async () => {
    const file = join(folder(), 'lines')
    writeFileSync(file, 'short\r\n\nlonger than ten\n')
    const refused = await special(['short-lines', '--input-file', file])
    expect(refused).toMatchObject({ code: 1, error: { context: { line: 3, limit_bytes: 10 } } })
    const all = await special(['lines', '--input-file', file], { input: 'of stdin' })
    expect(all.envelope['data']).toEqual({ count: 3, bytes: 20 })
    const piped = await special(['short-lines', '--input-file', '-'], {
      input: 'a\nlast',
    })
    expect(piped.envelope['data']).toEqual({ all: ['a', 'last'] })
    const missing = await special(['lines', '--input-file', `${file}.gone`])
    expect(missing).toMatchObject({ code: 5, error: { code: 'FILE_NOT_FOUND' } })
    const buffered = await special(['whole'], { input: 'x'.repeat(65_537) })
    expect(buffered).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
    const { commands } = manifest
    expect(commands['short-lines'].stdin).toEqual({ mode: 'lines', max_line_bytes: 10 })
    expect(commands['whole'].stdin).toEqual({ mode: 'buffered' })
  })
})

describe('a command that reads records', () => {
  const summary = '{"_summary":true,"total":2}\n'

  it('REQ-O-004/19: handles the rows of a stream up to its last line, and those of a file without one', async () => {
    const rows = '{"id":1,"_seq":1}\n\n{"heartbeat":true}\n{"id":2,"_seq":2}\n'
    const piped = await special(['records'], { input: rows + summary })
    expect([piped.code, piped.envelope['data']]).toEqual([0, { ids: [1, 2] }])
    const file = join(folder(), 'rows')
    writeFileSync(file, rows)
    const read = await special(['records', '--input-file', file])
    expect(read.envelope['data']).toEqual({ ids: [1, 2] })
  })

  const failure =
    '{"ok":false,"data":null,"error":{"code":"GONE","message":"Gone."},"warnings":[],"meta":{"exit_code":5,"duration_ms":1}}\n'

  it.each([
    ['no JSON', `{"id":1}\nnope\n${summary}`, 'RECORD_INVALID', { line: 2 }],
    ['another shape', `{"id":1}\n{"id":"x"}\n`, 'RECORD_INVALID', { line: 2, field: 'id' }],
    ['a cut', `{"id":1}\n`, 'UPSTREAM_INCOMPLETE', { line: 1, records: 1 }],
    [
      'a failure',
      `{"id":1}\n${failure}`,
      'UPSTREAM_FAILED',
      {
        line: 2,
        upstream: { code: 'GONE', message: 'Gone.' },
        upstream_exit_code: 5,
        _source: 'external',
        _trusted: false,
      },
    ],
  ])(
    'REQ-F-002/6 REQ-O-004/18: exits 1 in execution after %s of its input',
    async (_case, input, code, context) => {
      const ended = await special(['records'], { input })
      expect([ended.code, ended.handled]).toEqual([1, '1 '])
      expect(ended.error).toMatchObject({ code, phase: 'execution', retryable: false, context })
    },
  )
})
