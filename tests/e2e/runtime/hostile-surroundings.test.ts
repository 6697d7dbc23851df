import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import {
  callTogether,
  runProgram,
  type Loose,
  type ProcessOptions,
} from '../processes/run-program.ts'
import { program, runShell } from '../processes/run-shell.ts'

const tough = (argv: readonly string[], options?: ProcessOptions) =>
  runProgram('hostile-surroundings.mjs', argv, options)
/** The same beside other calls in one process. */
const beside = callTogether('hostile-surroundings.mjs')
const folder = (): string => mkdtempSync(join(tmpdir(), 'tough-'))

function envelopeOf(text: string): Loose {
  expect(text.endsWith('\n')).toBe(true)
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  const envelope = JSON.parse(text) as Loose
  expect(Object.keys(envelope)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  return envelope
}

describe('streams that cannot be used', () => {
  it.each(['>&-', '>&- 2>&-', '<&-', '>&- <&- 2>&-'])(
    'REQ-F-014: a run with %s ends quietly with exit 0',
    async (closing) => {
      const { stderr, code } = await runShell(
        `${program('hostile-surroundings.mjs')} talk ${closing}`,
      )
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    },
  )

  it.each([
    ['a success', 'talk'],
    ['rows', 'table --format jsonl'],
    ['a large answer', 'table --limit 0 --format jsonl'],
    ['the version', '--version'],
  ])('REQ-F-004: %s that finds stdout full fails and says so on stderr', async (_name, argv) => {
    const { stdout, stderr, code } = await runShell(
      `${program('hostile-surroundings.mjs')} ${argv} > /dev/full`,
    )
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^\[ERROR\] the answer could not be written: ENOSPC/m)
    expect(code).toBe(1)
  })

  it('REQ-F-004: a failure that finds stdout full keeps its own exit code', async () => {
    const { stderr, code } = await runShell(
      `${program('hostile-surroundings.mjs')} custom > /dev/full`,
    )
    expect(stderr).toContain('[ERROR] the answer could not be written')
    expect(code).toBe(90)
  })

  it('REQ-F-006: a full stderr costs the noise, and not the answer', async () => {
    const { stdout, code } = await runShell(`${program('faulty-handlers.mjs')} noise 2> /dev/full`)
    expect(envelopeOf(stdout)['data']).toEqual({ quiet: true })
    expect(code).toBe(0)
  })

  it.each([1, 900_000])(
    'REQ-F-004: stdout that was closed after the start fails an answer of %i letters and says so',
    async (size) => {
      const { stdout, stderr, code } = await tough(['closes-stdout', '--size', String(size)])
      expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
      expect(stderr).toContain('[ERROR] the answer could not be written: EBADF')
    },
  )

  it.each([1, 900_000])(
    'REQ-F-006: stdout that a handler ends still takes an answer of %i letters',
    async (size) => {
      const { stdout, stderr, code } = await tough(['ends-stdout', '--size', String(size)])
      expect(envelopeOf(stdout)['data'].text).toHaveLength(size)
      expect({ stderr, code }).toEqual({ stderr: 'goodbye\n', code: 0 })
    },
  )

  it('REQ-F-006: a closed stderr costs the noise, and not the answer', async () => {
    const { stdout, code } = await runShell(`${program('faulty-handlers.mjs')} noise 2>&-`)
    expect(envelopeOf(stdout)['data']).toEqual({ quiet: true })
    expect(code).toBe(0)
  })

  it('a file that may not grow is a failure that says so', async () => {
    const target = join(folder(), 'out')
    const line = `ulimit -f 0; exec ${program('hostile-surroundings.mjs')} talk > '${target}'`
    const { stderr, code } = await runShell(line)
    expect(code).not.toBe(0)
    expect(stderr).toContain('[ERROR] the answer could not be written: EFBIG')
    expect(readFileSync(target, 'utf8')).toBe('')
  })
})

describe('files that cannot be written', () => {
  it('a disk that fills up while the handler writes is WRITE_FAILED', async () => {
    const target = folder()
    symlinkSync('/dev/full', join(target, 'f'))
    const ended = await tough(['full'], { env: { TARGET: target } })
    expect(envelopeOf(ended.stdout)['error']).toMatchObject({
      code: 'WRITE_FAILED',
      phase: 'execution',
    })
    expect(ended.code).toBe(1)
  })
})

describe('hostile input', () => {
  it('bytes that are no UTF-8 are an input problem and nothing worse', async () => {
    const line = `${program('hostile-surroundings.mjs')} set $'id\\xff\\xfe' 9 $'--n\\xffte' x`
    const { stdout, code } = await runShell(line)
    expect(envelopeOf(stdout)['error'].phase).toBe('validation')
    expect(code).toBe(3)
  })

  it('a megabyte of arguments is answered in far less', async () => {
    const words = Array.from({ length: 1000 }, () => 'x'.repeat(1000))
    const ended = await tough(['talk', ...words])
    const { error, meta } = envelopeOf(ended.stdout)
    expect(error).toMatchObject({ code: 'ARG_ERROR', phase: 'validation' })
    expect(error.message).toContain('1000 problems')
    expect(meta.errors.length).toBeGreaterThan(1)
    expect(ended.stdout.length).toBeLessThan(100_000)
    expect(ended.code).toBe(3)
  })

  it('names of the prototype are options that do not exist', async () => {
    const ended = await beside(['talk', '--__proto__.polluted=1', '--constructor', '--toString=x'])
    const { meta } = envelopeOf(ended.stdout)
    expect(meta.errors.map(({ code }: { code: string }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'UNKNOWN_FLAG'),
    )
  })

  it('NUL on stdin is read, and shown in a way that every reader takes', async () => {
    const ended = await tough(['piped'], { input: 'a\0b' })
    expect(envelopeOf(ended.stdout)['data']).toEqual({ length: 3, codes: [97, 0, 98] })
  })

  it('REQ-F-009: a command that reads stdin waits for its end, up to its time limit', async () => {
    const started = Date.now()
    const ended = await tough(['piped'], {
      input: null,
      onStart: (child) => setTimeout(() => child.stdin.end('late'), 500),
    })
    expect(ended.code).toBe(0)
    expect(Date.now() - started).toBeGreaterThan(400)
  })
})

describe('secrets', () => {
  const secret = 'hunter2-hunter2'

  it.each([
    ['refused', ['set', 'a', '1', '--token', secret]],
    ['refused with others', ['set', 'a/../b', '9', '--token', secret, '--mode', secret]],
    ['repeated as an argument', ['set', 'a', '1', secret, '--token', secret]],
    ['given while debugging', ['set', 'a', '1', '--token', secret, '--debug']],
  ])('REQ-F-051: a secret that is %s is not repeated anywhere', async (_name, argv) => {
    for (const more of [[], ['--envelope', 'spec-1.6'], ['--envelope', 'incur-full']]) {
      const ended = await beside([...argv, ...more])
      expect(ended.code).not.toBe(0)
      expect(ended.stdout + ended.stderr).not.toContain(secret)
    }
  })
})

describe('REQ-F-015 REQ-C-006 REQ-F-002: nothing is executed when the input is refused', () => {
  it.each([
    ['missing arguments', ['set'], {}],
    ['a wrong type', ['set', 'a', 'many'], {}],
    ['a number out of range', ['set', 'a', '9'], {}],
    ['an argument too many', ['set', 'a', '1', 'b'], {}],
    ['an unknown option', ['set', 'a', '1', '--mod', 'fast'], {}],
    ['a bad choice', ['set', 'a', '1', '--mode', 'quick'], {}],
    ['a missing value', ['set', 'a', '1', '--mode'], {}],
    ['a traversal in an id', ['set', '../a', '1'], {}],
    ['an encoded traversal', ['set', '%2e%2e/a', '1'], {}],
    ['a bad variable', ['set', 'a', '1'], { TOUGH_REGION: 'mars' }],
    ['a problem of the own hook', ['set', 'a', '1', '--note', 'bad'], {}],
    ['a missing confirmation', ['remove', 'a'], {}],
    ['a preview', ['remove', 'a', '--dry-run'], {}],
    ['an unknown command', ['sett', 'a', '1'], {}],
    ['an unknown format', ['set', 'a', '1', '--format', 'xml'], {}],
    ['an unknown dialect', ['set', 'a', '1', '--envelope', 'nonsense'], {}],
    ['a dialect file that is not there', ['set', 'a', '1', '--envelope', './no.json'], {}],
    ['a forged cursor', ['set', 'a', '1', '--cursor', 'abc'], {}],
    ['a bad token limit', ['set', 'a', '1', '--token-limit', 'x'], {}],
    ['a request for help', ['set', '--help', '--json'], {}],
    ['a request for the schema', ['set', '--schema'], {}],
  ] as const)('%s', async (_name, argv, env) => {
    const trace = join(folder(), 'trace')
    const ended = await beside(argv, { env: { ...env, TRACE: trace } })
    const { ok, error } = envelopeOf(ended.stdout)
    expect(existsSync(trace)).toBe(false)
    expect(ok).toBe(ended.code === 0)
    if (!ok) expect(error.phase).toBe('validation')
  })

  it('too much on stdin', async () => {
    const trace = join(folder(), 'trace')
    const ended = await tough(['piped'], { input: 'x'.repeat(70_000), env: { TRACE: trace } })
    expect(envelopeOf(ended.stdout)['error'].code).toBe('STDIN_TOO_LARGE')
    expect(existsSync(trace)).toBe(false)
  })

  it('a good call does leave its trace', async () => {
    const trace = join(folder(), 'trace')
    const env = { TRACE: trace }
    expect(await beside(['set', 'a', '1'], { env })).toMatchObject({ code: 0 })
    expect(readFileSync(trace, 'utf8')).toBe('executed\n')
    // In a process of its own neither is different, and no secret is repeated.
    const [good, bad] = await Promise.all([
      tough(['set', 'a', '1'], { env }),
      tough(['set', 'a', '9', '--token', 'hunter2-hunter2'], { env }),
    ])
    expect([good.code, bad.code]).toEqual([0, 3])
    expect(bad.stdout + bad.stderr).not.toContain('hunter2')
    expect(readFileSync(trace, 'utf8')).toBe('executed\nexecuted\n')
  })
})

describe('--envelope', () => {
  it('a dialect that does not exist is refused in the tool’s own, with the known ones', async () => {
    const ended = await beside(['talk', '--envelope', 'spec-1.7'])
    const { error, meta } = envelopeOf(ended.stdout)
    expect(error.code).toBe('INVALID_CHOICE')
    expect(error.suggestion).toMatch(/spec-1\.[06]/)
    expect(error.message).toContain('incur-full')
    expect(error.message).toContain('td')
    expect(meta.errors).toBeUndefined()
    expect(ended.code).toBe(3)
  })

  it('one that the caller chose loses nothing on request', async () => {
    const { decode } = await import('surety/dialects')
    const foreign = await beside(['custom', '--envelope', 'td+lossless'])
    const { outcome } = await decode({ ...foreign, exit_code: foreign.code! }, { dialect: 'td' })
    expect(outcome.error).toMatchObject({ code: 'ODD', details: { why: 'odd' } })
    expect(outcome.meta).toMatchObject({ command: 'custom' })
  })
})

describe('next steps', () => {
  it('follow a success, and not a failure', async () => {
    const good = await beside(['steps'])
    expect(envelopeOf(good.stdout)['meta'].cta.commands).toHaveLength(2)
    const bad = await beside(['steps'], { env: { FAIL: '1' } })
    expect(envelopeOf(bad.stdout)['meta'].cta).toBeUndefined()
  })
})

describe('help', () => {
  it('REQ-F-068/6: twelve at once write no file and all say the same', async () => {
    const home = folder()
    const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, TMPDIR: home }
    const seen = new Set<string>()
    const rounds = process.env['SURETY_LONG'] === '1' ? 5 : 1
    for (let round = 0; round < rounds; round += 1) {
      const runs = Array.from({ length: 12 }, (_, at) =>
        tough(at % 2 ? ['set', '--help'] : ['set', '-h'], { env, cwd: home }),
      )
      for (const ended of await Promise.all(runs)) {
        expect(ended.code).toBe(0)
        seen.add(ended.stdout)
      }
    }
    expect(seen.size).toBe(1)
    expect(readdirSync(home)).toEqual([])
  })

  it('REQ-F-068: it works in a folder that cannot be written to and without a home', async () => {
    const home = folder()
    chmodSync(home, 0o500)
    const ended = await tough(['--help'], { cwd: home, env: { HOME: undefined, TMPDIR: home } })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain('Usage')
  })
})

describe('rows', () => {
  it('REQ-F-053: a slow reader holds the generator back', async () => {
    const trace = join(folder(), 'made')
    writeFileSync(trace, '0')
    let made = 0
    /** Waits until it has made rows and makes no more. */
    const standsStill = async (): Promise<void> => {
      for (let before = -1; made === 0 || made !== before; await sleep(500)) {
        before = made
        // Empty while it is being written.
        made = Number(readFileSync(trace, 'utf8')) || made
      }
    }
    const ended = await tough(['rows', '--format', 'jsonl'], {
      env: { TRACE: trace },
      onStart: (child) => {
        child.stdout.pause()
        void standsStill().then(() => child.stdout.resume())
      },
    })
    expect(ended.code).toBe(0)
    // Pipes and streams hold some hundred kilobytes; five megabytes were asked for.
    expect(made).toBeLessThan(100)
    expect(Number(readFileSync(trace, 'utf8'))).toBe(499)
  })

  it('REQ-F-014/1,2,3: | head -1 gets one row and ends the rest quietly', async () => {
    const trace = join(folder(), 'made')
    const line = `set -o pipefail; ${program('hostile-surroundings.mjs')} rows --format jsonl | head -1`
    const { stdout, stderr, code } = await runShell(line, { TRACE: trace })
    expect(JSON.parse(stdout)).toMatchObject({ index: 0 })
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(Number(readFileSync(trace, 'utf8'))).toBeLessThan(499)
  })
})
