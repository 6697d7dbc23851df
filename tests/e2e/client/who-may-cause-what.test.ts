import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createClient, runTool, type ClientOptions } from '@surety/client'
import { describe, expect, test } from 'vitest'

import { setUpCalls } from './scripted-calls.ts'

const { flaky, folder } = setUpCalls()
const page = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8')

const fine = { exit: 0, data: { n: 1 } }
const away = { exit: 12, error: { code: 'AWAY', message: 'm', retryable: true, retry_after: 0 } }
const slow = { exit: 10, error: { code: 'TIMEOUT', message: 'm', retryable: true } }
const moved = (command: string) => ({
  exit: 13,
  error: { code: 'M', message: 'm', retryable: true, redirect: { command, permanent: true } },
})
const exits = {
  0: { name: 'SUCCESS', description: 'x', retryable: false, side_effects: 'complete' },
}
const manifest = {
  exit: 0,
  data: {
    schema_version: '1.0',
    framework_version: '1.0.0',
    etag: 'e',
    commands: { list: { description: 'x', danger_level: 'safe', flags: {}, exit_codes: exits } },
  },
}
/** What the tool prints without a declaration, so that it counts as content. */
const content = { dialect: 'auto', approveRedirect: () => true, pages: 'all' } as const

let count = 0
/** Runs `flaky list` once and gives what ran. */
async function play(script: readonly object[], more: ClientOptions = {}, learns = false) {
  count += 1
  const memory = join(folder(), `memory-${count}`)
  const { argv, options, calls } = await flaky(script, { memory, ...more })
  const client = createClient(options)
  if (learns) await client.learn(argv(), { dialect: 'auto' })
  const result = await client.run(argv('list'))
  const [rule] = await client.memory.list()
  const words = (await calls()).map((call) => call.argv.join(' '))
  return { words, result, rule, memory, options, argv, calls }
}
/** Tells whether a redirect to another program made its file. */
async function touches(more: ClientOptions = {}): Promise<boolean> {
  const file = join(folder(), `touched-${count}`)
  await play([moved(`touch ${file}`)], more)
  return existsSync(file)
}
const noise = (step: object) => ({ raw: `note\n${JSON.stringify(step)}`, exit: 12 })

/** Each cell: whether it happens unasked. Where it depends, the known case comes first. */
const PROOFS: Record<string, Record<string, (() => Promise<boolean>)[]>> = {
  'another program': {
    'the caller': [
      async () => {
        const file = join(folder(), 'touched')
        await runTool(['touch', file], { memory: false })
        return existsSync(file)
      },
    ],
    'the manifest': [async () => (await play([manifest, fine], {}, true)).words.length > 2],
    'the answer': [() => touches(), async () => !(await touches({ approveRedirect: () => true }))],
    content: [() => touches(content)],
    'the environment': [
      async () => {
        const home = join(folder(), 'path')
        await mkdir(home)
        await writeFile(join(home, 'dep'), '#!/bin/sh\necho here\n', { mode: 0o755 })
        const env = { PATH: `${home}:${process.env['PATH']}` }
        return (await runTool(['dep'], { env, memory: false })).outcome.ok
      },
    ],
  },
  'another command of the tool': {
    'the caller': [async () => (await play([fine])).words[0] === 'list'],
    'the manifest': [async () => (await play([manifest, fine], {}, true)).words.length > 2],
    'the answer': [
      async () => (await play([moved('flaky items list'), fine])).words[1] === 'items list',
      async () => (await play([moved('flaky destroy --all'), fine])).words.length > 1,
    ],
    content: [async () => (await play([moved('flaky items list')], content)).words.length > 1],
  },
  'the same call again': {
    'the caller': [async () => (await play([slow, fine], { safety: 'safe' })).words.length > 1],
    'the manifest': [async () => (await play([manifest, slow, fine], {}, true)).words.length > 2],
    'the answer': [async () => (await play([away])).words.length === 3],
    content: [
      async () => (await play([noise(away), fine], content)).words.length > 1,
      async () => (await play([{ ...away, exit: 0 }, fine], content)).words.length > 1,
    ],
  },
  'a word more in the call': {
    'the caller': [async () => (await play([fine], { idempotencyKey: 'k' })).words[0] !== 'list'],
    'the manifest': [async () => (await play([manifest, fine], {}, true)).words[1] !== 'list'],
    'the answer': [
      async () => {
        const more = { exit: 0, data: [1], meta: { cursor: '--all', truncated: true } }
        const { words } = await play([more, fine], { pages: 'all', safety: 'safe' })
        return words[1] === 'list --cursor=--all'
      },
      async () => {
        const data = {
          state: 'running',
          job_id: '--all',
          progress: { done: 1, total: 2, unit: 'files' },
          continue_command: 'flaky job wait --all',
          cancel_command: 'flaky job cancel --all',
        }
        const error = { code: 'INCOMPLETE', message: 'm', retryable: false }
        const work = { exit: 14, data, error, meta: { exit_code: 14 } }
        return (await play([work], { dialect: 'spec-1.16' })).words.length > 1
      },
    ],
    content: [
      async () => {
        const more = { exit: 0, data: [1], meta: { cursor: 'b', truncated: true } }
        return (await play([more, fine], content)).words.length > 1
      },
    ],
  },
  'something that is remembered': {
    'the caller': [async () => (await play([fine])).rule?.dialect === 'spec-1.0'],
    'the manifest': [
      async () => (await play([manifest, fine], {}, true)).rule?.manifest_etag === 'e',
    ],
    'the answer': [
      async () => (await play([moved('flaky items list'), fine])).rule?.redirects.length === 1,
    ],
    content: [async () => (await play([moved('flaky items list')], content)).rule !== undefined],
    'the environment': [
      async () => {
        const { memory, options, argv, calls } = await play([moved('flaky items list'), fine])
        await chmod(memory, 0o777)
        await runTool(argv('list'), { ...options, dialect: 'auto' })
        return (await calls()).at(-1)?.argv[0] === 'items'
      },
    ],
  },
}

/** What the first words of a cell say about its proofs. */
const CLAIMS: readonly (readonly [RegExp, readonly boolean[]])[] = [
  [/^yes\b/, [true]],
  [/^never\b/, [false]],
  [/^asks\b/, [false]],
  [/^(?:if known|as a value)\b/, [true, false]],
]

// The table about reads comes after it.
const [head, , ...rows] = page
  .slice(0, page.indexOf('| what the project holds |'))
  .split('\n')
  .filter((line) => line.startsWith('|') && line.endsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => cells.slice(1, -1))
const sources = (head ?? []).slice(1)

describe.each(rows.map(([effect = '', ...cells]) => [effect, cells] as const))(
  'in SECURITY.md, %s',
  (effect, cells) => {
    test.each(sources.map((source, at) => [source, cells[at] ?? ''] as const))(
      'caused by %s: %s',
      async (source, cell) => {
        const claims = CLAIMS.find(([form]) => form.test(cell))?.[1]
        const proofs = PROOFS[effect]?.[source] ?? []
        // Variables have no way to say this.
        if (source === 'the environment' && proofs.length === 0) return expect(cell).toBe('never')
        expect(proofs.length).toBeGreaterThan(0)
        for (const [at, proof] of proofs.entries()) {
          expect(await proof()).toBe(claims?.[Math.min(at, claims.length - 1)])
        }
      },
    )
  },
)

test('the table has all sources and effects', () => {
  expect(sources).toHaveLength(5)
  expect(rows.map(([effect]) => effect)).toEqual(Object.keys(PROOFS))
})
