import { describe, expect, it } from 'vitest'

import { defineCli, defineCommand, SuretyError } from '../../../index.ts'
import { createMemoryWorld, dispatchInMemory, runCli } from '../../../testing/index.ts'

const row = (n: number): Uint8Array => Buffer.from(`{"n":${n}}\n`)

const toolWith = (
  filter: 'on-request' | 'by-default' | { protocol: string },
  end?: () => unknown,
) =>
  defineCli({
    name: 'sieve',
    version: '1.0.0',
    description: 'Forwards lines',
    commands: {
      lines: defineCommand({
        description: 'Forwards lines',
        danger: 'safe',
        exitCodes: {
          SUCCESS: 'All lines are there',
          PARTIAL_FAILURE: { description: 'Some lines failed', sideEffects: 'none' },
        },
        errors: { SOME_FAILED: 'PARTIAL_FAILURE' },
        filter,
        run: async function* () {
          yield row(1)
          yield row(2)
          return end?.()
        },
      }),
    },
  })

const failing = () => {
  throw new SuretyError('SOME_FAILED', 'PARTIAL_FAILURE', '1 line failed.')
}

describe('a filter', () => {
  it('writes only its lines to stdout with --format jsonl', async () => {
    const { stdout, stderr, exit } = await runCli(toolWith('on-request'), [
      'lines',
      '--format',
      'jsonl',
    ])
    expect({ stdout, stderr, exit }).toEqual({ stdout: '{"n":1}\n{"n":2}\n', stderr: '', exit: 0 })
  })

  it('writes only its lines by default if declared so, at a terminal too', async () => {
    for (const tty of [true, false]) {
      const { stdout } = await runCli(toolWith('by-default'), ['lines'], { tty })
      expect(stdout).toBe('{"n":1}\n{"n":2}\n')
    }
  })

  it('puts its lines into one envelope in other formats', async () => {
    for (const tool of [toolWith('on-request'), toolWith('by-default')]) {
      const { document } = await runCli(tool, ['lines', '--json'])
      expect(document).toMatchObject({ ok: true, data: [{ n: 1 }, { n: 2 }] })
    }
  })

  it.each([
    [{ n: 1 }, 'an object'],
    ['{"n":1}\n', 'a string'],
    [null, 'null'],
  ])('is told that it yields bytes, not %j', async (value, named) => {
    const lines = defineCommand({
      description: 'Forwards lines',
      danger: 'safe',
      filter: 'by-default',
      run: async function* () {
        yield value as unknown as Uint8Array
      },
    })
    const cli = defineCli({ name: 'sieve', commands: { lines } })
    for (const argv of [['lines'], ['lines', '--json']]) {
      const { error } = (await runCli(cli, argv, { unchecked: true })).outcome
      const says = `lines is a filter and yielded ${named}; yield bytes, such as`
      expect(error?.detail).toContain(says)
    }
  })

  it('reports a failure on stderr after the first line was written', async () => {
    const { stdout, stderr, exit } = await runCli(toolWith('by-default', failing), ['lines'])
    expect(stdout).toBe('{"n":1}\n{"n":2}\n')
    expect(exit).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({ ok: false, error: { code: 'SOME_FAILED' } })
  })

  it('keeps the written lines as data in the envelope of a failure', async () => {
    const { outcome } = await runCli(toolWith('by-default', failing), ['lines', '--json'])
    expect(outcome).toMatchObject({ ok: false, data: [{ n: 1 }, { n: 2 }] })
  })

  it('reports the return value of its generator on stderr or in meta', async () => {
    const tool = toolWith('by-default', () => ({ lost: 3 }))
    const { stdout, stderr } = await runCli(tool, ['lines'])
    expect([stdout, stderr]).toEqual(['{"n":1}\n{"n":2}\n', '{"lost":3}\n'])
    const { outcome } = await runCli(tool, ['lines', '--json'])
    expect(outcome.meta['report']).toEqual({ lost: 3 })
  })

  it('answers on stdout if it fails before the first line', async () => {
    const { stdout, stderr } = await runCli(toolWith('by-default'), ['lines', '--nope'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'UNKNOWN_FLAG' } })
    expect(stderr).toBe('')
  })

  it('leaves stdout to its protocol, whatever is requested and wherever it fails', async () => {
    for (const flag of ['--json', '--format=yaml', '--full-output']) {
      const { stdout } = await runCli(toolWith({ protocol: 'lsp' }), ['lines', flag])
      expect(stdout).toBe('{"n":1}\n{"n":2}\n')
      const failed = await runCli(toolWith({ protocol: 'lsp' }), ['lines', flag, '--nope'])
      expect(failed.stdout).toBe('')
      expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: 'UNKNOWN_FLAG' } })
    }
    const { stdout } = await runCli(toolWith({ protocol: 'lsp' }), ['lines', '--schema'])
    expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  })

  it('exits with 0 and no message when its reader closes the pipe', async () => {
    const world = createMemoryWorld({ argv: ['lines'] })
    const gone = Object.assign(new Error('gone'), { code: 'EPIPE' })
    const answer = await dispatchInMemory(toolWith('by-default'), {
      ...world,
      write: (stream, text) => {
        if (stream === 'stdout') throw gone
        return world.write(stream, text)
      },
    })
    expect(answer.exitCode).toBe(0)
    expect(world.written.stderr).toBe('')
  })
})
