/* oxlint-disable typescript/no-explicit-any -- handlers are given what they take out of the context */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { runCli, type RunCliOptions } from '../../../testing/index.ts'
import { defineCli, defineCommand } from '../../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-exec-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a shell script, because a script as an argument would be refused. */
function script(name: string, text: string): string[] {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return [path]
}

function run(handler: (context: any) => unknown, options: RunCliOptions = {}) {
  const command = defineCommand({
    description: 'Runs programs',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done' },
    run: handler as () => object,
  })
  const about = { name: 'acme', version: '1.0.0', description: 'Acme' }
  return runCli(defineCli({ ...about, commands: { do: command } }), ['do'], {
    env: { PATH: process.env['PATH'] },
    cwd: folder,
    ...options,
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie that init has not reaped yet is dead all the same.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const pidIn = (name: string) => Number(readFileSync(join(folder, name), 'utf8'))

describe('a program that does not end', () => {
  it('is killed with its descendants after its time limit, though it ignores SIGTERM', async () => {
    const stubborn = script('stubborn', 'trap "" TERM; sleep 60 & echo $! > child; wait; wait')
    const { outcome } = await run(({ exec }) => exec(stubborn, { timeoutMs: 1500 }))
    expect(outcome.error).toMatchObject({
      code: 'CHILD_FAILED',
      message: expect.stringContaining('took longer than 1500 ms'),
    })
    await expect.poll(() => isAlive(pidIn('child'))).toBe(false)
  })

  it('ends with the run when the handler does not wait for it', async () => {
    const left = script('left', 'trap "" TERM; echo $$ > left-pid; sleep 60; sleep 60')
    await run(async ({ exec }) => {
      void exec(left).catch(() => {})
      await expect.poll(() => pidIn('left-pid')).toBeGreaterThan(0)
      return {}
    })
    await expect.poll(() => isAlive(pidIn('left-pid')), { timeout: 5000 }).toBe(false)
  })

  it('may take longer than the longest timer of Node', async () => {
    const slow = script('slow', 'sleep 0.2; echo done')
    const { outcome } = await run(async ({ exec }) => {
      const { stdout } = await exec(slow, { timeoutMs: 2 ** 32 })
      return { stdout }
    })
    expect(outcome.data).toEqual({ stdout: 'done\n' })
  })
})

describe('a program that leaves a descendant behind', () => {
  it('is not waited for, and the descendant is killed', async () => {
    const parent = script('parent', 'sleep 600 & echo $! > orphan; echo here')
    const started = performance.now()
    const { outcome } = await run(async ({ exec }) => ({ out: (await exec(parent)).stdout }))
    expect(outcome.data).toEqual({ out: 'here\n' })
    expect(performance.now() - started).toBeLessThan(100_000)
    await expect.poll(() => isAlive(pidIn('orphan'))).toBe(false)
  })
})

describe('a flood of output', () => {
  it('is cut at its beginning, between two characters', async () => {
    const flood = script(
      'flood',
      `i=0; while [ $i -lt 20000 ]; do echo "zeile ä $i"; i=$((i+1)); done`,
    )
    const { outcome } = await run(async ({ exec }) => {
      const { stdout, isCut } = await exec(flood, { maxBytes: 35 })
      return { stdout, isCut }
    })
    const { stdout, isCut } = outcome.data as { stdout: string; isCut: boolean }
    expect(isCut).toBe(true)
    expect(stdout.endsWith('zeile ä 19999\n')).toBe(true)
    expect(stdout).not.toContain('\ufffd')
  })

  it('is kept whole below the limit', async () => {
    const { outcome } = await run(async ({ exec }) => {
      const { stdout, isCut } = await exec(['printf', '%s', 'ä'])
      return { stdout, isCut }
    })
    expect(outcome.data).toEqual({ stdout: 'ä', isCut: false })
  })
})

describe('input', () => {
  it('reaches the program, and is closed otherwise', async () => {
    const { outcome } = await run(async ({ exec }) => ({
      given: (await exec(['cat'], { input: 'abc' })).stdout,
      none: (await exec(['cat'])).stdout,
    }))
    expect(outcome.data).toEqual({ given: 'abc', none: '' })
  })
})

describe('failures', () => {
  it('name a program that does not exist, a folder that does not exist and a broken script', async () => {
    writeFileSync(join(folder, 'broken'), '#!/no/such/interpreter\n', { mode: 0o755 })
    const failureOf = async (argv: string[], options = {}) =>
      (await run(({ exec }) => exec(argv, options))).outcome.error?.message
    expect(await failureOf(['no-such-program'])).toBe("There is no program 'no-such-program'.")
    expect(await failureOf(['true'], { cwd: '/no/such' })).toContain('does not exist')
    expect(await failureOf([join(folder, 'broken')])).toContain('interpreter')
  })

  it('do not show the secrets of the command line', async () => {
    const { outcome, stdout } = await run(({ exec }) => exec(['false', '--token', 's3cret-value']))
    expect(outcome.error?.details).toMatchObject({ argv: ['false', '--token', '[REDACTED]'] })
    expect(stdout).not.toContain('s3cret-value')
  })
})

describe('a pipeline', () => {
  it('succeeds though its last program does not read everything', async () => {
    const { outcome } = await run(async ({ pipe }) => ({
      out: (await pipe(['yes'], ['head', '-1'])).stdout,
    }))
    expect(outcome.data).toEqual({ out: 'y\n' })
  })

  it('blames the program that failed, not the one whose output it left unread', async () => {
    const { outcome } = await run(({ pipe }) => pipe(['yes'], script('fails', 'exit 5')))
    expect(outcome.error?.details).toMatchObject({ stage: 1, child_exit_code: 5 })
  })
})
