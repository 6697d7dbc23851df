import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, expect, test } from 'vitest'

import { failureIn, rejectedRows, rowsIn, totalIn } from '../../bench/tasks/agent/reading.ts'
import { runTask } from '../../bench/tasks/measure-tasks.ts'
import { createChat } from '../../bench/tasks/model/chat.ts'
import { workOnTask } from '../../bench/tasks/model/work-on-task.ts'
import { endOf } from '../../bench/tasks/policies/line-end.ts'
import { PLAIN, POLICIES } from '../../bench/tasks/policies/policy.ts'
import { TASKS } from '../../bench/tasks/tasks.ts'
import { BUILDS, World } from '../../bench/tasks/world.ts'

const build = BUILDS.find(({ name }) => name === 'surety')!
const world = new World(build)
const isLinux = process.platform === 'linux'

afterAll(() => world.close())

test.runIf(isLinux).each(TASKS)('an agent that reads everything solves $name', async (task) => {
  const result = await runTask(
    { world, build },
    { task, policy: PLAIN, seed: 1 },
    (text) => text.length,
  )
  expect(result).toMatchObject({ success: true, wrong: false, unsafeRepeats: 0 })
})

test.runIf(isLinux)('a second refund is counted in the ledger of the service', async () => {
  const task = TASKS.find(({ name }) => name === 'refund-timeout')!
  const chances = { ...PLAIN.chances, follows_named_command: 0, repeats_after_timeout: 1 }
  const policy = { ...PLAIN, chances }
  const result = await runTask({ world, build }, { task, policy, seed: 1 }, (text) => text.length)
  expect(result).toMatchObject({ success: false, unsafeRepeats: 1, said: 'done' })
})

test.runIf(isLinux)(
  'a call that is replayed to another line shows what a real run shows',
  async () => {
    const state = TASKS[0]!.state()
    const real = new World(build, { replays: false })
    try {
      for (const end of [' 2>&1 | head -20', ' 2>/dev/null | grep -i "open"', ' | tail -5']) {
        const words = 'orders list --status paid'
        const [one, other] = [
          await world.run({ words, end }, state, ''),
          await real.run({ words, end }, state, ''),
        ]
        expect(one).toEqual(other)
      }
    } finally {
      real.close()
    }
  },
)

test('every habit of a policy has its cases', () => {
  for (const { shares, ends } of POLICIES) {
    for (const { yes, of } of Object.values(shares)) expect(yes).toBeLessThanOrEqual(of)
    expect(ends.length).toBeGreaterThan(5)
  }
})

test.each([
  ['gh issue list', ''],
  ['gh issue list 2>&1 | head -n 20', '2>&1 | head -20'],
  ['x snapshot 2>/dev/null|grep -i "a | b" | tail -5', '2>/dev/null | grep | tail -5'],
  ['x snapshot | grep foo', '| grep'],
  ['gh api repos/a/b --jq ".[] | .name"', ''],
  ['gh issue list | jq length', 'other'],
  ['cd x && gh issue list', 'other'],
  ['gh issue list || echo none', 'other'],
])('the line %s ends with "%s"', (line, end) => {
  expect(endOf(line)).toBe(end)
})

test('an agent reads lists, totals and failures in the words of each build', () => {
  const text =
    'ID  CREATED  CUSTOMER\n1      2026-01-02  fay               47  open\nShowing 1 of 114 orders'
  const json = `{"ok":true,"data":{"value":${JSON.stringify(text)}}}`
  const toon =
    'orders[1]:\n  - id: 1\n    created: 2026-01-02\n    customer: fay\n    amount: 47\ntotal: 114'
  for (const each of [text, json, toon]) {
    expect(rowsIn(each)).toEqual([{ id: 1, customer: 'fay', amount: 47 }])
    expect(totalIn(each)).toBe(114)
  }
  const failed = { exit: 0, hung: false }
  expect(failureIn({ ...failed, text: ' ›   Error: Rate limit exceeded.' })).toBe('rate')
  expect(failureIn({ ...failed, text: 'Imported 40 orders, 0 failed' })).toBeUndefined()
  expect(rejectedRows('row 12: a\n{"row":19,"reason":"b"}')).toEqual([12, 19])
})

test.runIf(isLinux)(
  'a model behind an address is given the task, the lines that it types are run',
  async () => {
    const task = TASKS.find(({ name }) => name === 'refund')!
    const call = (command: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: '1',
          type: 'function',
          function: { name: 'bash', arguments: JSON.stringify({ command }) },
        },
      ],
    })
    const replies = [
      call('orders refund 18 | head -5'),
      call(''),
      { role: 'assistant', content: 'I refunded it.\nANSWER: done' },
    ]
    replies[1] = {
      ...call(''),
      tool_calls: [{ id: '2', type: 'function', function: { name: 'bash', arguments: 'no JSON' } }],
    }
    const asked: { messages: { role: string; content: string }[]; tools: unknown[] }[] = []
    let isBusy = true
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        // The first request is turned away, as servers do that are busy.
        if (isBusy) {
          isBusy = false
          response.writeHead(429, { 'retry-after': '7' }).end('slow down')
          return
        }
        asked.push(JSON.parse(text) as (typeof asked)[number])
        const message = replies[asked.length - 1]
        response.end(
          JSON.stringify({
            choices: [{ message }],
            usage: { prompt_tokens: 10, completion_tokens: 2 },
          }),
        )
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const waits: number[] = []
    try {
      const { port } = server.address() as AddressInfo
      const wait = (ms: number) => Promise.resolve(void waits.push(ms))
      const chat = createChat({ base: `http://127.0.0.1:${port}/v1/`, model: 'scripted', wait })
      const result = await workOnTask({ chat, world, sandbox: () => [] }, task)
      expect(result).toMatchObject({
        success: true,
        calls: 2,
        unsafeRepeats: 0,
        said: 'done',
        promptTokens: 30,
      })
    } finally {
      server.close()
    }
    expect(waits).toEqual([7000])
    expect(asked[0]!.messages[1]!.content).toContain('Refund order 18.')
    expect(asked[1]!.messages.at(-1)!.content).toContain('"refunded"')
    expect(asked[2]!.messages.at(-1)!.content).toContain('no JSON')
  },
)
