import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { nodeBinary, type Loose } from '../processes/run-program.ts'

const program = fileURLToPath(new URL('../../bin/http-host.mjs', import.meta.url))
let host: ChildProcess
let origin = ''
let stderr = ''

beforeAll(async () => {
  host = spawn(nodeBinary(), [program], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 150_000,
    killSignal: 'SIGKILL',
  })
  host.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [line] = (await once(host.stdout!, 'data')) as [Buffer]
  origin = line.toString().trim()
})
afterAll(() => host.kill('SIGKILL'))

const get = async (path: string): Promise<Loose> => {
  const response = await fetch(`${origin}${path}`)
  return { status: response.status, ...((await response.json()) as Loose) }
}

test('refuses a query that is not UTF-8, which a bundler once made it accept', async () => {
  expect(await get('/echo?text=%ff')).toMatchObject({
    status: 400,
    error: { code: 'MALFORMED_QUERY' },
  })
})

test('answers every fault of a handler with an envelope, and goes on serving', async () => {
  const faults = {
    exit: 'process.exit(3) was called',
    'exit-later': 'process.exit(4) was called',
    'throw-later': 'thrown in a timer',
    reject: 'nobody listens',
  }
  const answers = await Promise.all(
    Object.keys(faults).flatMap((fault) => [get(`/${fault}`), get(`/echo?text=${fault}`)]),
  )
  for (const [index, [fault, detail]] of Object.entries(faults).entries()) {
    expect(answers[index * 2]).toMatchObject({ status: 500, error: { code: 'INTERNAL_ERROR' } })
    expect(answers[index * 2]!['error'].detail).toContain(detail)
    expect(answers[index * 2 + 1]).toMatchObject({ status: 200, data: { text: fault } })
  }
  expect(host.exitCode).toBeNull()
})

test('reports errors after the end of a call without its secrets, and logs where it is told', async () => {
  expect(await get('/tell-secret?api-key=hunter2hunter2')).toMatchObject({ status: 200 })
  while (!stderr.includes('process.exit(9)')) await once(host.stderr!, 'data')
  for (const what of ['thrown late [REDACTED]', 'rejected late [REDACTED]', 'process.exit(9)'])
    expect(stderr).toContain(`SuretyWarning: after the call ended: ${what}`)
  const log = await (await fetch(`${origin}/own/log`)).text()
  expect(log).toBe('early log [REDACTED]\nearly stdout [REDACTED]\n')
})

test('leaves the errors of the host alone', async () => {
  const exit = once(host, 'exit')
  await fetch(`${origin}/own/crash`)
  const [code] = (await exit) as [number]
  expect({ code, isShown: stderr.includes('Error: of the host') }).toEqual({
    code: 1,
    isShown: true,
  })
})
