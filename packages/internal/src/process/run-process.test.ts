import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { bundleProgram } from './bundle-program.suite.ts'
import { quietEnvironment } from './quiet-environment.ts'
import type { ProcessRequest } from './process-request.ts'
import { runPipeline, runProcess } from './run-process.ts'

const program = (name: string) =>
  fileURLToPath(new URL(`../../../../tests/bin/client/${name}.mjs`, import.meta.url))
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function start(words: readonly string[], more: Partial<ProcessRequest> = {}) {
  return runProcess({
    argv: words,
    env: quietEnvironment(process.env),
    timeoutMs: 10_000,
    graceMs: 100,
    drainMs: 150,
    maxBytes: 1024 * 1024,
    ...more,
  })
}
const node = (name: string, ...words: string[]) => [process.execPath, program(name), ...words]

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie that init has not reaped yet is dead all the same; only Linux has the file.
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    // It ended between the two looks.
    return false
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500 && isAlive(pid); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return !isAlive(pid)
}

describe('output, exit code and input', () => {
  test('gives the output and the exit code', async () => {
    const end = await start(['sh', '-c', 'echo out; echo err >&2; exit 7'])
    expect(end).toMatchObject({ kind: 'exited', exitCode: 7, signal: null, leftBehind: false })
    expect([text(end.stdout.bytes), text(end.stderr.bytes)]).toEqual(['out\n', 'err\n'])
  })

  test('passes arguments unchanged, without a shell', async () => {
    const words = ['$(id)', '; ls', '*', "it's", '']
    const end = await start(['printf', '%s|', ...words])
    expect(text(end.stdout.bytes)).toBe(words.map((word) => `${word}|`).join(''))
  })

  test('closes standard input if there is no input', async () => {
    const end = await start(node('reads-stdin'))
    expect(text(end.stdout.bytes)).toContain('"bytes":0')
  })

  test('passes input on', async () => {
    const input = 'ä'.repeat(1_000_000)
    const end = await start(['cat'], { input, maxBytes: 4_000_000 })
    expect(text(end.stdout.bytes) === input).toBe(true)
  })

  test('accepts a process that does not read its input', async () => {
    const end = await start(['true'], { input: 'x'.repeat(10_000_000) })
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 })
  })
})

describe('time limit and abort', () => {
  test('sends SIGTERM after the time limit', async () => {
    const end = await start(node('hang'), { timeoutMs: 400 })
    expect(end).toMatchObject({ kind: 'timed_out', signal: 'SIGTERM' })
    expect(await isGone(end.pid ?? 0)).toBe(true)
  })

  test('resumes a suspended process so that it can end', async () => {
    const end = await start(['sh', '-c', 'trap "echo bye; exit 9" TERM; kill -STOP $$; sleep 1'], {
      timeoutMs: 1500,
      graceMs: 5000,
    })
    expect(end).toMatchObject({ kind: 'timed_out', exitCode: 9 })
    expect(text(end.stdout.bytes)).toBe('bye\n')
  })

  test('kills a process that ignores SIGTERM', async () => {
    const end = await start(node('ignore-sigterm'), { timeoutMs: 2000 })
    expect(end).toMatchObject({ kind: 'timed_out', signal: 'SIGKILL' })
    expect(text(end.stdout.bytes)).toBe('started\n')
  })

  test('ends a process on abort', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const end = await start(['sleep', '300'], { signal: controller.signal })
    expect(end.kind).toBe('aborted')
    expect(end.durationMs).toBeLessThan(100_000)
  })

  test('starts nothing after the abort', async () => {
    expect(await start(['sleep', '300'], { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'aborted',
      pid: null,
    })
  })

  test.each([2 ** 31, 2 ** 40, Infinity])(
    'does not end a process early with a limit of %d ms',
    async (ms) => {
      const end = await start(['sh', '-c', 'sleep 0.1; exit 3'], { timeoutMs: ms })
      expect(end).toMatchObject({ kind: 'exited', exitCode: 3 })
    },
  )

  test('kills descendants with the process', async () => {
    const end = await start(
      ['sh', '-c', 'trap "" TERM; sleep 30 & echo $!; sleep 30 & wait; wait'],
      { timeoutMs: 1500 },
    )
    expect(end.kind).toBe('timed_out')
    expect(await isGone(Number(text(end.stdout.bytes)))).toBe(true)
  })
})

/** Keeps this process from hearing of anything, as a machine does that is too busy to run it. */
function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('a host that was held up', () => {
  test('does not say of a process that ended in time that it was too slow', async () => {
    const ended = start(['sh', '-c', 'echo done'], { timeoutMs: 2000 })
    holdUp(2500)
    const { kind, exitCode, stdout } = await ended
    expect([kind, exitCode, text(stdout.bytes)]).toEqual(['exited', 0, 'done\n'])
  })

  test('loses nothing that was written before it gave up on the streams', async () => {
    const late = '(while [ ! -e go ]; do sleep 0.01; done; echo late; touch gone) & echo soon'
    const cwd = await mkdtemp(join(tmpdir(), 'surety-held-up-'))
    const { kind, stdout } = await start(['sh', '-c', late], {
      cwd,
      // Once the streams have their timer, which is over before anything else is heard.
      onStart: (child) =>
        queueMicrotask(() =>
          child.once('exit', () => {
            writeFileSync(join(cwd, 'go'), '')
            while (!existsSync(join(cwd, 'gone'))) holdUp(20)
            holdUp(400)
          }),
        ),
    })
    await rm(cwd, { recursive: true })
    expect([kind, text(stdout.bytes)]).toEqual(['exited', 'soon\nlate\n'])
  })
})

describe('descendants that stay behind', () => {
  test('kills them after the exit', async () => {
    const end = await start(node('fork-outlive'))
    const { pid } = JSON.parse(text(end.stdout.bytes)) as { pid: number }
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(await isGone(pid)).toBe(true)
  })

  test('does not wait for descendants that keep the output open', async () => {
    const end = await start(node('fork-holds-stdout'), { drainMs: 400 })
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0, leftBehind: true })
    expect(end.durationMs).toBeLessThan(25_000)
  })

  test('leaves them running if the caller asks for it', async () => {
    const end = await start(node('fork-outlive'), { leavesRest: true })
    const { pid } = JSON.parse(text(end.stdout.bytes)) as { pid: number }
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGKILL')
    expect(await isGone(pid)).toBe(true)
  })

  test('calls alsoSignal only when it stops the process', async () => {
    const signals: string[] = []
    const alsoSignal = (signal: string) => void signals.push(signal)
    await start(['true'], { alsoSignal })
    expect(signals).toEqual([])
    await start(['sleep', '30'], { alsoSignal, timeoutMs: 50 })
    expect(signals).toEqual(['SIGTERM', 'SIGKILL'])
  })

  test.skipIf(process.platform === 'win32')(
    'kills them when the host process exits or is ended',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'surety-host-'))
      const program = join(folder, 'host.mjs')
      bundleProgram(
        `import { runProcess } from './internal/src/process/run-process.ts'
        void runProcess({ argv: ['sh', '-c', 'echo $$ >&2; exec sleep 30'], env: process.env, timeoutMs: 60000,
          graceMs: 100, drainMs: 100, maxBytes: 1000, onStderr: (c) => {
            process.stdout.write(Buffer.from(c).toString().trim(), () => {
              if (process.argv[2] === 'exit') process.exit(3)
              process.kill(process.pid, process.argv[2])
            })
          } })`,
        program,
      )
      const endings = ['exit', 'SIGTERM', 'SIGINT'].map(async (last) => {
        const args = [program, last]
        const { stdout } = await promisify(execFile)(process.execPath, args).catch(
          (error: { stdout: string }) => error,
        )
        expect(Number(stdout)).toBeGreaterThan(0)
        expect(await isGone(Number(stdout))).toBe(true)
      })
      await Promise.all(endings)
      await rm(folder, { recursive: true })
    },
  )
})

describe('readers of the caller', () => {
  test.each([
    '() => 7',
    '() => "x"',
    '() => { throw new Error("no") }',
    'async () => { throw undefined }',
  ])('a reader that is %s ends neither the host nor the output', async (reader) => {
    const folder = await mkdtemp(join(tmpdir(), 'surety-host-'))
    const program = join(folder, 'host.mjs')
    bundleProgram(
      `import { runProcess } from './internal/src/process/run-process.ts'
        const end = await runProcess({ argv: ['sh', '-c', 'echo out; echo err >&2'], env: process.env, timeoutMs: 60000,
          graceMs: 100, drainMs: 100, maxBytes: 1000, onStdout: ${reader}, onStderr: ${reader} })
        await new Promise((resolve) => setTimeout(resolve, 10))
        console.log(Buffer.from(end.stdout.bytes) + Buffer.from(end.stderr.bytes) + end.exitCode)`,
      program,
    )
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    expect(stdout).toBe('out\nerr\n0\n')
    await rm(folder, { recursive: true })
  })
})

describe('failure to start', () => {
  test.each([
    [['no-such-program-here'], {}, 'ENOENT'],
    [[fileURLToPath(import.meta.url)], {}, 'EACCES'],
    [['sh', '-c', 'true'], { cwd: '/no/such/folder' }, 'FOLDER'],
    [['sh', 'x'.repeat(3 * 1024 * 1024)], {}, 'E2BIG'],
  ])('says why %j does not start', async (argv, more, startError) => {
    expect(await start(argv, more)).toMatchObject({
      kind: 'not_started',
      startError,
      exitCode: null,
    })
  })

  test('tells a missing interpreter from a missing program', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'surety-spawn-'))
    await writeFile(join(folder, 'tool'), '#!/no/such/interpreter\n', { mode: 0o755 })
    for (const argv of [[join(folder, 'tool')], ['tool']]) {
      const env = { PATH: folder }
      expect(await start(argv, { env })).toMatchObject({ startError: 'INTERPRETER' })
    }
    expect(await start(['other'], { env: { PATH: folder } })).toMatchObject({
      startError: 'ENOENT',
    })
    await rm(folder, { recursive: true })
  })
})

describe('a process that a signal ends', () => {
  test.each(['HUP', 'QUIT', 'ILL', 'ABRT', 'BUS', 'FPE', 'SEGV', 'PIPE', 'ALRM', 'XCPU', 'SYS'])(
    'reports SIG%s',
    async (signal) => {
      const end = await start(['sh', '-c', `ulimit -c 0; kill -${signal} $$; sleep 5`])
      expect(end).toMatchObject({ kind: 'signalled', signal: `SIG${signal}`, exitCode: null })
    },
  )

  test('reports SIGKILL', async () => {
    expect(await start(node('crash'))).toMatchObject({
      kind: 'signalled',
      signal: 'SIGKILL',
      exitCode: null,
    })
  })
})

describe('a flood of output', () => {
  test('keeps the end of a flood in little memory', async () => {
    const before = process.memoryUsage().rss
    const end = await start(node('flood', String(256 * 1024 * 1024)), {
      maxBytes: 64 * 1024,
      timeoutMs: 60_000,
    })
    expect(end.stdout).toMatchObject({ isCut: true })
    expect(end.stdout.total).toBeGreaterThan(256 * 1024 * 1024)
    expect(end.stdout.bytes).toHaveLength(64 * 1024)
    expect(text(end.stdout.bytes)).toMatch(/"duration_ms":1}}\n$/)
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024)
  })

  test('reads both streams at once', async () => {
    const end = await start(node('flood', String(32 * 1024 * 1024), 'stderr'), { maxBytes: 1024 })
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(end.stderr.total).toBeGreaterThanOrEqual(32 * 1024 * 1024)
  })
})

describe('pipelines', () => {
  const stage = (...argv: string[]): ProcessRequest => ({
    argv,
    env: quietEnvironment(process.env),
    graceMs: 100,
    drainMs: 150,
    maxBytes: 1024 * 1024,
  })

  test('passes the output of each process to the next', async () => {
    const ends = await runPipeline([
      stage('printf', 'b\\na\\n'),
      stage('sort'),
      stage('head', '-1'),
    ])
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
    expect(text(ends[2]!.stdout.bytes)).toBe('a\n')
  })

  test('ends a writer whose reader is gone', async () => {
    const [writer, reader] = await runPipeline([stage('yes'), stage('head', '-1')])
    expect(writer).toMatchObject({ readerLeft: true })
    expect(reader).toMatchObject({ exitCode: 0, readerLeft: false })
    expect(text(reader!.stdout.bytes)).toBe('y\n')
  })

  test('reports a writer that failed before its reader left', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'surety-writer-'))
    const pid = join(folder, 'pid')
    const [writer] = await runPipeline([
      stage('sh', '-c', `echo $$ > ${pid}.new; mv ${pid}.new ${pid}; echo a; exit 3`),
      stage('sh', '-c', `until [ -e ${pid} ] && ! kill -0 $(cat ${pid}); do sleep 0.05; done`),
    ])
    expect(writer).toMatchObject({ exitCode: 3, readerLeft: false })
    await rm(folder, { recursive: true })
  })

  test('loses nothing if the reader is slow', async () => {
    const [, reader] = await runPipeline([
      stage('head', '-c', '300000', '/dev/zero'),
      stage('sh', '-c', 'sleep 0.6; wc -c'),
    ])
    expect(text(reader!.stdout.bytes).trim()).toBe('300000')
  })

  test('ends if a stage does not start', async () => {
    const ends = await runPipeline([stage('yes'), stage('no-such-program'), stage('cat')])
    expect(ends.map(({ startError }) => startError)).toEqual([null, 'ENOENT', null])
    expect(ends.map(({ readerLeft }) => readerLeft)).toEqual([true, false, false])
  })

  test('ends every stage on abort', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 100)
    const { signal } = controller
    const ends = await runPipeline([
      { ...stage('sleep', '30'), signal },
      { ...stage('cat'), signal },
    ])
    expect(ends.map(({ kind }) => kind)).toEqual(['aborted', 'aborted'])
  })
})
