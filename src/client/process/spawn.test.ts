import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { quietEnvironment } from '../../internal/process/quiet-environment.ts'
import { runProcess, type SpawnRequest } from './spawn.ts'

const program = (name: string) =>
  fileURLToPath(new URL(`../../../tests/bin/client-${name}.mjs`, import.meta.url))
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function start(words: readonly string[], more: Partial<SpawnRequest> = {}) {
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
    // A zombie that init has not reaped yet is dead all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50 && isAlive(pid); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return !isAlive(pid)
}

describe('a process that behaves', () => {
  test('gives its output and its exit code', async () => {
    const end = await start(['sh', '-c', 'echo out; echo err >&2; exit 7'])
    expect(end).toMatchObject({ kind: 'exited', exitCode: 7, signal: null, leftBehind: false })
    expect([text(end.stdout.bytes), text(end.stderr.bytes)]).toEqual(['out\n', 'err\n'])
  })

  test('gets its words as they are: no shell reads them', async () => {
    const words = ['$(id)', '; ls', '*', "it's", '']
    const end = await start(['printf', '%s|', ...words])
    expect(text(end.stdout.bytes)).toBe(words.map((word) => `${word}|`).join(''))
  })

  test('finds its input at the end already', async () => {
    const end = await start(node('reads-stdin'))
    expect(text(end.stdout.bytes)).toContain('"bytes":0')
  })
})

describe('a process that does not end', () => {
  test('is asked to after the time limit', async () => {
    const end = await start(node('hang'), { timeoutMs: 400 })
    expect(end).toMatchObject({ kind: 'timed_out', signal: 'SIGTERM' })
    expect(await isGone(end.pid ?? 0)).toBe(true)
  })

  test('is woken up first where it is suspended', async () => {
    const end = await start(['sh', '-c', 'trap "echo bye; exit 9" TERM; kill -STOP $$; sleep 1'], {
      timeoutMs: 300,
      graceMs: 5000,
    })
    expect(end).toMatchObject({ kind: 'timed_out', exitCode: 9 })
    expect(text(end.stdout.bytes)).toBe('bye\n')
  })

  test('is killed when it ignores that', async () => {
    const end = await start(node('ignore-sigterm'), { timeoutMs: 2000 })
    expect(end).toMatchObject({ kind: 'timed_out', signal: 'SIGKILL' })
    expect(text(end.stdout.bytes)).toBe('started\n')
  })

  test('is ended by the abort signal', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const end = await start(['sleep', '30'], { signal: controller.signal })
    expect(end.kind).toBe('aborted')
    expect(end.durationMs).toBeLessThan(5000)
  })

  test('does not start at all after the abort', async () => {
    expect(await start(['sleep', '30'], { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'aborted',
      pid: null,
    })
  })

  test('takes its whole family along', async () => {
    const end = await start(
      ['sh', '-c', 'trap "" TERM; sleep 30 & echo $!; sleep 30 & wait; wait'],
      { timeoutMs: 300 },
    )
    expect(end.kind).toBe('timed_out')
    expect(await isGone(Number(text(end.stdout.bytes)))).toBe(true)
  })
})

describe('descendants that stay behind', () => {
  test('end with the run although nothing showed them', async () => {
    const end = await start(node('fork-outlive'))
    const { pid } = JSON.parse(text(end.stdout.bytes)) as { pid: number }
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(await isGone(pid)).toBe(true)
  })

  test('do not hold the run up by keeping its output open', async () => {
    const end = await start(node('fork-holds-stdout'), { drainMs: 400 })
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0, leftBehind: true })
    expect(end.durationMs).toBeLessThan(5000)
  })

  test.skipIf(process.platform === 'win32')(
    'die with this process, whether it exits or is ended',
    async () => {
      const source = fileURLToPath(new URL('spawn.ts', import.meta.url))
      const script = (last: string) => `
      import { runProcess } from ${JSON.stringify(source)}
      void runProcess({ argv: ['sh', '-c', 'echo $$ >&2; exec sleep 30'], env: process.env, timeoutMs: 60000,
        graceMs: 100, drainMs: 100, maxBytes: 1000, onStderr: (c) => {
          process.stdout.write(Buffer.from(c).toString().trim(), () => { ${last} })
        } })`
      for (const last of [
        'process.exit(3)',
        "process.kill(process.pid, 'SIGTERM')",
        "process.kill(process.pid, 'SIGINT')",
      ]) {
        const args = ['--import', 'tsx', '--input-type=module', '-e', script(last)]
        const { stdout } = await promisify(execFile)(process.execPath, args).catch(
          (error: { stdout: string }) => error,
        )
        expect(Number(stdout)).toBeGreaterThan(0)
        expect(await isGone(Number(stdout))).toBe(true)
      }
    },
  )
})

describe('a process that cannot start', () => {
  test.each([
    [['no-such-program-here'], {}, 'ENOENT'],
    [[fileURLToPath(import.meta.url)], {}, 'EACCES'],
    [['sh', '-c', 'true'], { cwd: '/no/such/folder' }, 'FOLDER'],
    [['sh', 'x'.repeat(3 * 1024 * 1024)], {}, 'E2BIG'],
  ])('says why: %#', async (argv, more, startError) => {
    expect(await start(argv, more)).toMatchObject({
      kind: 'not_started',
      startError,
      exitCode: null,
    })
  })

  test('and a script without its interpreter is not called missing', async () => {
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

  test.each(['HUP', 'QUIT', 'ILL', 'ABRT', 'BUS', 'FPE', 'SEGV', 'PIPE', 'ALRM', 'XCPU', 'SYS'])(
    'and one that SIG%s ends is over at once',
    async (signal) => {
      const end = await start(['sh', '-c', `ulimit -c 0; kill -${signal} $$; sleep 5`])
      expect(end).toMatchObject({ kind: 'signalled', signal: `SIG${signal}`, exitCode: null })
    },
  )

  test('and one that a signal ends says which', async () => {
    expect(await start(node('crash'))).toMatchObject({
      kind: 'signalled',
      signal: 'SIGKILL',
      exitCode: null,
    })
  })
})

describe('output without measure', () => {
  test('keeps its end and leaves memory alone', async () => {
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

  test('on both streams at once does not block', async () => {
    const end = await start(node('flood', String(32 * 1024 * 1024), 'stderr'), { maxBytes: 1024 })
    expect(end).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(end.stderr.total).toBeGreaterThanOrEqual(32 * 1024 * 1024)
  })
})
