import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { createClient, createFileMemory, type RunOptions } from '@surety/client'
import { describe, expect, test } from 'vitest'

import { bin } from './scripted-calls.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'moved-'))

/** A client with a memory of its own, and what the tool was called with. */
function setUp(name = 'moved.mjs') {
  const script = resolve(bin, 'client', name)
  const [memory, calls] = [join(folder(), 'tools'), join(folder(), 'calls')]
  const client = createClient({ memory, dialect: 'spec-1.0', env: { CALLS: calls } })
  return {
    client,
    memory,
    go: (words: string, options?: RunOptions) =>
      client.run([process.execPath, script, ...words.split(' ')], options),
    seen: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []),
  }
}

describe('a redirect of a tool of ours that words alone leave open', () => {
  test('is followed if the manifest lists its target, which is asked for once', async () => {
    const { go, seen, memory } = setUp()
    const first = await go('make x')
    expect(first).toMatchObject({ outcome: { ok: true, data: { name: 'x' } } })
    expect(seen()).toEqual(['make x', 'manifest', 'touch x'])
    const [tool] = await createFileMemory(memory).list()
    expect(tool).toMatchObject({
      manifest_etag: expect.any(String),
      redirects: [{ from: ['make'], to: ['touch'], match: 'command' }],
    })
    // The rule is remembered, and what is new is judged by the manifest that is known.
    await go('make y')
    await go('old z')
    expect(seen().slice(3)).toEqual(['touch y', 'old z', 'a new path z'])
  })

  test('is followed in a call that may only read, if its target only reads', async () => {
    const { go, seen } = setUp()
    expect((await go('order x', { safety: 'safe' })).outcome.ok).toBe(true)
    const refused = await go('make x', { safety: 'safe' })
    expect(refused.verdict).toMatchObject({ reason: 'REDIRECT_UNSAFE' })
    expect(seen()).toEqual(['order x', 'manifest', 'sort x', 'make x'])
  })

  test.each([
    ['destroys', 'erase x', "rm x' may change more than the call and was not approved"],
    ['has an option that the call did not have', 'every x', "touch x --all' may change more"],
  ])('is refused if it %s', async (_why, words, said) => {
    const { go, seen } = setUp()
    const { verdict } = await go(words)
    expect(verdict).toMatchObject({ kind: 'escalate', reason: 'REDIRECT_UNSAFE' })
    expect(verdict.message).toContain(said)
    expect(verdict.message).toContain('--approve-redirect does that.')
    expect(verdict.message).not.toContain('memory learn')
    expect(seen()).toEqual([words, 'manifest'])
  })

  test('asks no more of a tool that changed since than of one that is new', async () => {
    const script = join(folder(), 'moved.mjs')
    writeFileSync(script, `import '${pathToFileURL(join(bin, 'client/moved.mjs')).href}'\n`)
    const { go, seen } = setUp(script)
    await go('make x')
    utimesSync(script, 1, 1)
    await go('make x')
    const once = ['make x', 'manifest', 'touch x']
    expect(seen()).toEqual([...once, ...once])
  })
})

describe('a redirect of another tool', () => {
  const ours = { CODE: 'COMMAND_MOVED', MESSAGE: "'make' is now 'touch'." }
  const plain = { CODE: 'MOVED', MESSAGE: 'It moved.' }
  const exits = { 0: { description: 'Done', retryable: false, side_effects: 'complete' } }
  const manifest = {
    schema_version: '1.0',
    framework_version: '1.0',
    etag: 'e1',
    commands: {
      touch: { description: 'x', danger_level: 'mutating', flags: {}, exit_codes: exits },
    },
  }

  test('is refused without a question, and the sentence names what settles it', async () => {
    const { go, seen } = setUp('redirects.mjs')
    const { verdict } = await go('make x', { env: plain })
    expect(verdict).toMatchObject({ kind: 'escalate', reason: 'REDIRECT_ELSEWHERE' })
    expect(verdict.message).toMatch(
      /touch x' is not known to do only what the call does and was not approved; --approve-redirect does that\. If the tool has a manifest, 'surety memory learn -- .*redirects\.mjs' settles it\.$/,
    )
    expect(seen()).toEqual(['make x'])
  })

  test('is refused if it speaks like one of ours and has no manifest, and that is said', async () => {
    const { go, seen } = setUp('redirects.mjs')
    const { verdict } = await go('make x', { env: ours })
    expect(verdict.reason).toBe('REDIRECT_ELSEWHERE')
    expect(verdict.message).toContain('The tool was asked for its manifest and gave none.')
    expect(seen()).toEqual(['make x', 'manifest'])
  })

  test('is settled by the manifest that an earlier state of its file had', async () => {
    const home = folder()
    const script = join(home, 'redirects.mjs')
    const env = { ...plain, MANIFEST: join(home, 'manifest.json') }
    copyFileSync(join(bin, 'client/redirects.mjs'), script)
    writeFileSync(env.MANIFEST, JSON.stringify(manifest))
    const { client, go, seen } = setUp(script)
    expect((await client.learn([process.execPath, script], { env })).outcome.ok).toBe(true)
    utimesSync(script, 1, 1)
    expect((await go('make x', { env })).outcome).toMatchObject({ data: { words: ['touch', 'x'] } })
    expect(seen()).toEqual(['manifest', 'make x', 'manifest', 'touch x'])
  })

  test('is never settled by asking a program that runs others', async () => {
    const [calls, memory] = [join(folder(), 'calls'), join(folder(), 'tools')]
    const env = { ...ours, CALLS: calls }
    const client = createClient({ memory, dialect: 'spec-1.0', env })
    const script = join(bin, 'client/redirects.mjs')
    const tool = { program: ['env'], name: 'env' }
    const argv = ['env', process.execPath, script, 'make', 'x']
    const { verdict } = await client.run(argv, { tool })
    expect(verdict.kind).toBe('escalate')
    expect(readFileSync(calls, 'utf8')).toBe('make x\n')
  })
})
