import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import {
  callTogether,
  runProgram,
  type Ended,
  type Loose,
  type ProcessOptions,
} from '../processes/run-program.ts'

const rough = (argv: readonly string[], options?: ProcessOptions) =>
  runProgram('faulty-handlers.mjs', argv, options)
/** The same beside other calls in one process. */
const beside = callTogether('faulty-handlers.mjs')

/** One line, all five keys, ok as the exit code says. */
function theEnvelope(ended: Ended): Loose {
  expect(ended.stdout.split('\n')).toHaveLength(2)
  expect(ended.stdout.endsWith('\n')).toBe(true)
  const [envelope] = ended.documents
  expect(Object.keys(envelope!)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  expect(envelope!['ok']).toBe(ended.code === 0)
  return envelope!
}

describe('a handler that fails', () => {
  it.each([
    ['sync-throw', 'thrown at once'],
    ['async-throw', 'thrown later'],
    ['throw-string', 'only a string'],
    ['timer-throw', 'thrown in a timer'],
    ['late-rejection', 'nobody listens'],
    ['timer-throws-nothing', 'undefined'],
    ['late-rejection-of-nothing', 'undefined'],
    ['never', 'The command waits for a promise that can never settle.'],
    ['broken-import', /Cannot find module/],
    ['exit-at-once', 'process.exit(0) was called; return data or call fail() instead'],
    ['exit-later', /^process\.exit\(3\) was called/],
    ['exit-floating', /^process\.exit\(3\) was called/],
    ['listener-exits', 'thrown for a listener'],
    ['serve-again', 'serve() was called twice; a process has one answer'],
  ])('REQ-F-004 REQ-C-013: %s ends in one envelope with exit 1', async (name, detail) => {
    const ended = await rough([name])
    const { error } = theEnvelope(ended)
    expect(ended.code).toBe(1)
    expect(error.code).toBe('INTERNAL_ERROR')
    expect(error.detail).toMatch(detail)
    expect(ended.stdout).not.toContain('    at ')
  })

  it.each(['exit-caught-for-ever', 'exit-caught-at-once'])(
    '%s ends in an envelope',
    async (name) => {
      const ended = await rough([name])
      // Since Node 24 a handler that waits between its calls leaves time for the usual message.
      expect(theEnvelope(ended).error).toMatchObject({
        code: 'INTERNAL_ERROR',
        message: expect.stringMatching(/^(?:It caught process.exit\(\) for ever|Unexpected)/),
        detail: 'process.exit(3) was called; return data or call fail() instead',
      })
      expect(ended.code).toBe(1)
      expect(ended.stderr.length).toBeLessThan(20_000)
    },
  )

  it('process.exit() that is caught for ever ends where nobody reads the answer', () => {
    const line = '"$1" tests/bin/faulty-handlers.mjs exit-caught-at-once 2>/dev/null | exec 0<&-'
    const { error, signal } = spawnSync('bash', ['-c', line, 'bash', process.execPath], {
      timeout: 60_000,
    })
    expect([error, signal]).toEqual([undefined, null])
  })

  it('a call of process.exit() that nobody awaits is told once, in the answer', async () => {
    const ended = await rough(['exit-floating'])
    expect(ended.stderr).not.toContain('after the command ended')
  })

  it('REQ-F-004: a cleanup hook that calls process.exit() costs a warning', async () => {
    const ended = await rough(['exit-in-cleanup'])
    expect(theEnvelope(ended)).toMatchObject({ data: { fine: true } })
    expect(theEnvelope(ended)['warnings'][0]).toContain('process.exit(5) was called')
  })

  it('REQ-F-004: a throw of nothing at all ends in an envelope', async () => {
    const ended = await beside(['throw-nothing'])
    expect(theEnvelope(ended)['error'].code).toBe('INTERNAL_ERROR')
  })

  it.each([
    ['bad-output', 'OUTPUT_INVALID'],
    ['circular', 'RESULT_UNSERIALISABLE'],
    ['very-deep', 'RESULT_UNSERIALISABLE'],
    ['with-function', 'RESULT_UNSERIALISABLE'],
  ])('%s is refused with a code of its own', async (name, code) => {
    const ended = await beside([name])
    expect(theEnvelope(ended)['error'].code).toBe(code)
    expect(ended.code).toBe(1)
  })

  it('a full disk is a failure that says so', async () => {
    const ended = await beside(['write-file'])
    expect(theEnvelope(ended)['error'].code).toBe('WRITE_FAILED')
  })
})

describe('signals', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'REQ-F-013 REQ-F-069: %s mid-stream ends the rows with a terminal record',
    async (signal, code) => {
      const ended = await rough(['stream', '--format', 'jsonl'], {
        whenReady: (child) => child.kill(signal),
      })
      expect(ended.code).toBe(code)
      const last = ended.documents.at(-1)!
      expect(last).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
      expect(ended.documents.slice(0, 3)).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }])
      expect(ended.documents).toHaveLength(ended.stdout.trimEnd().split('\n').length)
      expect(last['meta'].stream).toEqual({ records: ended.documents.length - 1, terminal: true })
    },
  )

  /** Sends a signal, and again once the cleanup has begun. */
  const signalTwice = (signal: NodeJS.Signals) =>
    rough(['slow-cleanup'], {
      whenReady: (child) => {
        child.stderr.on('data', (chunk: Buffer) => {
          if (chunk.includes('cleaning')) child.kill(signal)
        })
        child.kill(signal)
      },
    })

  it('REQ-F-069/4: a second SIGINT while cleaning up ends the process at once', async () => {
    const ended = await signalTwice('SIGINT')
    expect(ended.code).toBe(130)
    expect(ended.documents.length).toBeLessThanOrEqual(1)
    expect(ended.stderr).not.toContain('cleaned')
  })

  it('REQ-F-013/4: a second SIGTERM while cleaning up changes nothing', async () => {
    const ended = await signalTwice('SIGTERM')
    expect(ended.stderr).toContain('cleaned')
    expect(ended.code).toBe(143)
    expect(theEnvelope(ended)['error'].code).toBe('CANCELLED')
  })
})

describe('stdout', () => {
  it('REQ-F-003/4: what a handler prints goes to stderr with a warning', async () => {
    const ended = await rough(['noise'])
    const envelope = theEnvelope(ended)
    expect(envelope['data']).toEqual({ quiet: true })
    expect(envelope['warnings']).toHaveLength(1)
    for (const text of [
      'from console',
      'from the stream',
      'from fs',
      'from a named import',
      'from fs later',
    ])
      expect(ended.stderr).toContain(text)
  })

  it('REQ-F-006: what a library prints while it loads goes to stderr', async () => {
    const ended = await rough(['loud-import'])
    expect(theEnvelope(ended)['data']).toEqual({ loaded: true })
    expect(ended.stderr).toContain('Thank you')
  })

  it('REQ-F-053 REQ-F-004: a 16 MB result over a slow pipe is complete', async () => {
    let size = 0
    let tail = ''
    const ended = await rough(['big'], {
      env: { ROUGH_MAX_OUTPUT_BYTES: '0' },
      onStart: (child) => {
        child.stdout.on('data', (chunk: Buffer) => {
          size += chunk.length
          tail = (tail + chunk.toString('latin1')).slice(-300)
          child.stdout.pause()
          setTimeout(() => child.stdout.resume(), 1)
        })
      },
    })
    expect(ended.code).toBe(0)
    expect(size).toBeGreaterThan(16 * 1024 * 1024)
    expect(tail).toMatch(/"meta":\{.*\}\}\n$/)
  })

  it('a 4 MB error over a slow pipe is complete', async () => {
    const chunks: Buffer[] = []
    const ended = await rough(['big-error'], {
      env: { ROUGH_MAX_OUTPUT_BYTES: '0' },
      onStart: (child) => {
        child.stdout.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          child.stdout.pause()
          setTimeout(() => child.stdout.resume(), 1)
        })
      },
    })
    expect(ended.code).toBe(5)
    const envelope = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
      error: { detail: string }
    }
    expect(envelope.error.detail).toHaveLength(4 * 1024 * 1024)
  })

  it.each([['rows', '--format', 'jsonl'], ['big']])(
    'REQ-F-014: a reader that goes away ends %s quietly with exit 0',
    async (...argv) => {
      const ended = await rough(argv, {
        env: { ROUGH_MAX_OUTPUT_BYTES: '0' },
        onStart: (child) => void child.stdout.once('data', () => child.stdout.destroy()),
      })
      expect(ended.code).toBe(0)
      expect(ended.stderr).toBe('')
    },
  )

  it('a process with forgotten handles ends once it has answered', async () => {
    const ended = await rough(['leaves-a-socket'])
    expect(theEnvelope(ended)['data']).toEqual({ served: true })
  })

  it('a process ends when the files that its handler did not wait for are written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'files-'))
    theEnvelope(await rough(['leaves-files'], { cwd: folder }))
    const sizes = ['promised', 'called-back'].map((name) => statSync(join(folder, name)).size)
    rmSync(folder, { recursive: true })
    expect(sizes).toEqual([3_000_000, 3_000_000])
  })
})

describe('streams of rows', () => {
  it('REQ-O-001: jsonl has one row a line and a terminal record', async () => {
    const { documents, code } = await rough(['three-rows', '--format', 'jsonl'])
    expect(code).toBe(0)
    expect(documents.slice(0, 3)).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }])
    expect(documents[3]).toMatchObject({ ok: true, data: { records: 3 } })
  })

  it('any other format gets them in one envelope', async () => {
    const ended = await beside(['three-rows'])
    expect(theEnvelope(ended)['data']).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }])
  })

  it('a failure after some rows is the terminal record', async () => {
    const { documents, code } = await rough(['rows-then-fail', '--format', 'jsonl'])
    expect(code).toBe(5)
    expect(documents).toMatchObject([{ index: 0 }, { ok: false, error: { code: 'GONE' } }])
  })
})

describe('input', () => {
  it('REQ-F-009: stdin left open and silent holds nothing up', async () => {
    const ended = await rough(['fine'], { input: null })
    expect(theEnvelope(ended)['data']).toEqual({ fine: true })
  })

  it('invalid UTF-8 on stdin is read with a warning', async () => {
    const ended = await rough(['piped'], { input: new Uint8Array([0x68, 0xff, 0x69]) })
    const { data, warnings } = theEnvelope(ended)
    expect(data.text).toBe('h\uFFFDi')
    expect(warnings).toHaveLength(1)
  })

  it.each([
    ['a lone surrogate', ['fine', '\uD800']],
    ['a prototype key', ['fine', '--__proto__', 'x']],
    ['a prototype command', ['__proto__']],
    ['a megabyte in one argument', ['fine', 'x'.repeat(100_000)]],
    ['only dashes', ['---']],
    ['an empty word', ['']],
  ])('%s is an input problem and nothing worse', async (_name, argv) => {
    const ended = await beside(argv)
    expect(theEnvelope(ended)['error'].phase).toBe('validation')
    expect(ended.code).toBe(3)
  })
})

describe('surroundings', () => {
  it('REQ-F-068: version and help work in a bare environment', async () => {
    const bare = { HOME: undefined, USER: undefined, XDG_CONFIG_HOME: undefined }
    const version = await rough(['--version'], { env: bare })
    expect(version).toMatchObject({ stdout: 'rough 1.2.3\n', code: 0 })
    expect(await rough(['-V'], { env: bare })).toMatchObject({ stdout: 'rough 1.2.3\n', code: 0 })
    const home = await rough(['home'], { env: bare })
    expect(theEnvelope(home)['data']).toEqual({ home: null })
  })

  it('help is text on stdout, and data if a format is asked for', async () => {
    const [text, data, bare] = await Promise.all([
      beside(['fine', '--help']),
      beside(['fine', '-h', '--json']),
      beside([]),
    ])
    expect(text).toMatchObject({ code: 0, stderr: '' })
    expect(text.stdout).toMatch(
      /^rough fine\n[^{]*Usage\n[^{]*\nFor agents: rough fine --help --all\n$/,
    )
    expect(theEnvelope(data)).toMatchObject({
      data: { usage: 'rough fine' },
      meta: { type: 'help' },
    })
    expect(bare.stdout).toContain('sync-throw')
    expect(bare.stdout).not.toContain('check-permissions')
  })
})

it.runIf(process.platform !== 'win32')(
  'a handler that blocks on its standard input is ended by a signal',
  async () => {
    const file = fileURLToPath(new URL('../../bin/faulty-handlers.mjs', import.meta.url))
    const child = spawn(process.execPath, [file, 'blocks-on-input'])
    await once(child.stderr, 'data')
    // What it says is said before it blocks.
    await sleep(500)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([null, 'SIGTERM'])
  },
)
