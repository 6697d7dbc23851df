import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, runBatch, type BatchOptions, type BatchRecord } from '@surety/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-batch-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const client = createClient({ memory: false, sleep: async () => {} })
const sh = (script: string, more: object = {}) =>
  JSON.stringify({ argv: ['sh', '-c', script], ...more })

async function all(
  lines: readonly string[],
  options: BatchOptions = {},
): Promise<readonly BatchRecord[]> {
  const records: BatchRecord[] = []
  for await (const record of runBatch(client, lines, options)) records.push(record)
  return records
}

describe('a batch', () => {
  test('gives a record for every line, in the order of the input', async () => {
    const lines = [
      sh('sleep 0.3; echo a'),
      sh('echo b', { id: 'second' }),
      '',
      'nonsense',
      '["sh","-c","exit 3"]',
    ]
    const records = await all(lines)
    expect(records.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    expect(records).toMatchObject([
      { outcome: { ok: true, data: { stdout: 'a\n' } }, resumed: false },
      { id: 'second', outcome: { ok: true } },
      {
        outcome: { ok: false, exit: 'ARG_ERROR', error: { code: 'INVOCATION_INVALID' } },
        attempts: 0,
      },
      { outcome: { ok: false, data: { exit_code: 3 } }, attempts: 1 },
    ])
  })

  test('or as calls end', async () => {
    const answered = join(folder, 'answered')
    const lines = [sh(`until [ -e ${answered} ]; do sleep 0.05; done`), sh('true')]
    const seen: number[] = []
    for await (const { index } of runBatch(client, lines, {
      order: 'completion',
      concurrency: 2,
    })) {
      seen.push(index)
      await writeFile(answered, '')
    }
    expect(seen).toEqual([1, 0])
  })

  test('runs no more at once than it may', async () => {
    const file = join(folder, 'width')
    const lines = Array.from({ length: 6 }, () =>
      sh(
        `echo + >> ${file}; until [ $(grep -c + ${file}) -ge 2 ]; do sleep 0.02; done; sleep 0.1; echo - >> ${file}`,
      ),
    )
    await all(lines, { concurrency: 2 })
    let [now, most] = [0, 0]
    for (const sign of readFileSync(file, 'utf8').trim().split('\n')) {
      now += sign === '+' ? 1 : -1
      most = Math.max(most, now)
    }
    expect(most).toBe(2)
  })

  test('resumed does not repeat what was finished, and reports what is in doubt', async () => {
    const state = join(folder, 'resumed', 'state.ndjson')
    const file = join(folder, 'ran')
    const lines = [sh(`echo 1 >> ${file}`), sh(`echo 2 >> ${file}`)]
    await all(lines, { state })
    await writeFile(state, `${await readFile(state, 'utf8')}{"key":"#2/cut`)
    const third = sh(`echo 3 >> ${file}`)
    const again = await all([...lines, third], { state })
    expect(again.map(({ resumed }) => resumed)).toEqual([true, true, false])
    // The first two ran side by side.
    expect((await readFile(file, 'utf8')).split('\n').toSorted()).toEqual(['', '1', '2', '3'])
  })

  test('killed in the middle goes on where it was', async () => {
    const state = join(folder, 'killed.ndjson')
    const file = join(folder, 'marks')
    const lines = [
      sh(`echo a >> ${file}`),
      sh(`echo b >> ${file}; sleep 20`),
      sh(`echo c >> ${file}`),
      sh(`echo d >> ${file}; [ -e ${file}.again ] || sleep 20`, { safety: 'safe' }),
    ]
    const script = `
      import { createClient, runBatch } from '@surety/client'
      const options = { state: ${JSON.stringify(state)}, concurrency: 4, order: 'completion' }
      for await (const { index } of runBatch(createClient({ memory: false }), ${JSON.stringify(lines)}, options)) {
        process.stdout.write(String(index))
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let done = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        done += chunk.toString()
        const isRunning = () =>
          /b/.test(readFileSync(file, 'utf8')) && /d/.test(readFileSync(file, 'utf8'))
        const check = () => (isRunning() ? child.kill('SIGKILL') : setTimeout(check, 20))
        if (done.length === 2) check()
      })
      child.on('exit', () => resolve())
    })
    await writeFile(`${file}.again`, '')
    const records = await all(lines, { state })
    expect(records.map(({ resumed }) => resumed)).toEqual([true, false, true, false])
    expect(records[1]).toMatchObject({
      attempts: 0,
      outcome: { error: { code: 'CALL_IN_DOUBT' } },
      verdict: { reason: 'IN_DOUBT' },
    })
    expect(records[3]).toMatchObject({ attempts: 1, outcome: { ok: true } })
    const marks = (await readFile(file, 'utf8')).trim().split('\n').toSorted()
    expect(marks).toEqual(['a', 'b', 'c', 'd', 'd'])
    // SIGKILL cannot be caught, so the two sleepers of the killed run end by themselves or here.
    for (const pid of (await client.run(['pgrep', '-f', `echo [bd] >> ${file}`])).stdout
      .toString()
      .split('\n')) {
      if (Number(pid) > 0) process.kill(-Number(pid), 'SIGKILL')
    }
  })
})
