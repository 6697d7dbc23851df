import { expect, test } from 'vitest'

import { type ProbeRequest, runProbe } from './run-probe.ts'

const probe = (script: string, more: Partial<ProbeRequest> = {}) =>
  runProbe({
    argv: ['sh', '-c', script],
    env: { PATH: process.env['PATH'] },
    stdin: { kind: 'closed' },
    timeoutMs: 5000,
    maxBytes: 1000,
    ...more,
  })

test('reports exact bytes, the exit code and that nothing was stopped', async () => {
  const end = await probe(String.raw`printf 'a\377'; echo err >&2; exit 3`)
  expect(end).toMatchObject({ exitCode: 3, endedBy: null, stopped: null, leftBehind: false })
  expect([...end.stdout.bytes]).toEqual([97, 255])
  expect(Buffer.from(end.stderr.bytes).toString()).toBe('err\n')
})

test('gives an end of input, silence or a text on stdin', async () => {
  const [closed, text, silent] = await Promise.all([
    probe('cat; echo end'),
    probe('cat', { stdin: { kind: 'text', text: 'hello' } }),
    probe('cat; echo end', { stdin: { kind: 'silent' }, timeoutMs: 300 }),
  ])
  expect(Buffer.from(closed.stdout.bytes).toString()).toBe('end\n')
  expect(Buffer.from(text.stdout.bytes).toString()).toBe('hello')
  expect(silent.stopped).toBe('timeout')
})

test('sends a signal after lines or milliseconds', async () => {
  const trap = `trap 'echo caught; exit 130' INT; echo one; echo two; while :; do sleep 0.1; done`
  const [lines, time] = await Promise.all([
    probe(trap, { send: { name: 'SIGINT', after: { lines: 2 } } }),
    probe('sleep 300', { send: { name: 'SIGTERM', after: { ms: 200 } } }),
  ])
  expect(lines.exitCode).toBe(130)
  expect(Buffer.from(lines.stdout.bytes).toString()).toBe('one\ntwo\ncaught\n')
  expect(lines.afterSignalMs).toBeLessThan(60_000)
  expect(time.endedBy).toBe('SIGTERM')
})

test('survives a flood, and leaves no descendant running', async () => {
  const [flood, forks] = await Promise.all([
    probe('yes', { timeoutMs: 1000 }),
    probe('setsid sleep 30 & echo $!; exit 0'),
  ])
  expect(flood.stopped).not.toBeNull()
  expect(flood.stdout).toMatchObject({ isCut: true })
  expect(flood.stdout.bytes.length).toBe(1000)
  expect(forks).toMatchObject({ exitCode: 0, leftBehind: true })
})

test('reads slowly, or not at all', async () => {
  // More than the buffers of a pipe and of a first read hold.
  const [slow, gone] = await Promise.all([
    probe('head -c 4000000 /dev/zero; echo done >&2', { reader: 'slow' }),
    probe('sleep 0.2; head -c 200000 /dev/zero; echo $? >&2', { reader: 'leaves' }),
  ])
  expect(slow.stdout.total).toBe(4_000_000)
  expect(slow.durationMs).toBeGreaterThan(1400)
  expect(gone.stdout.total).toBe(0)
})

test('says why a program did not start', async () => {
  expect(await probe('', { argv: ['surety-no-such-program'] })).toMatchObject({
    startError: 'ENOENT',
    exitCode: null,
  })
})
