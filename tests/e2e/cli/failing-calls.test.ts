import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench, type Parsed } from '../processes/workspace.ts'

const script = fileURLToPath(new URL('../../bin/fails-like.sh', import.meta.url))

let bench: Bench
let env: { PATH: string }
beforeAll(async () => {
  bench = await createBench()
  const bin = join(bench.folder, 'bin')
  mkdirSync(bin)
  for (const name of ['yq', 'npm', 'unzip', 'make', 'gh', 'curl', 'bunzip2'])
    symlinkSync(script, join(bin, name))
  mkdirSync(join(bench.folder, 'broken'))
  env = { PATH: `${bin}${delimiter}${process.env['PATH']}` }
})
afterAll(async () => {
  expect(await bench.left()).toEqual([])
  await bench.remove()
})

const answer = (line: string, cwd = bench.folder): Promise<Parsed> =>
  bench.answer(['run', '--', ...line.split(' ').filter(Boolean)], { env, cwd })

describe('an exit that means no', () => {
  test.each([
    ['yq . bad.yaml', 'INPUT_INVALID', /ParserError/],
    ['npm ls', 'EJSONPARSE', /Failed to parse root package.json/],
    ['git diff --no-index /dev/null nope', 'FILE_NOT_FOUND', /Could not access 'nope'/],
  ])('is not believed beside an error: %s', async (line, code, message) => {
    const { ok, error, meta } = await answer(line, join(bench.folder, 'broken'))
    expect({ ok, code: error?.code }).toEqual({ ok: false, code })
    expect(error.message).toMatch(message)
    expect(meta.verdict).toEqual({ reason: 'READ_FAILED', changed: 'no' })
  })

  test.each([['nothing on stderr', 'yq -e .a good.yaml']])(
    'is believed beside %s',
    async (_name, line) => {
      expect(await answer(line)).toMatchObject({ ok: true, data: { exit_code: 1 } })
    },
  )
})

describe('a failure says whether something changed, and whether the same call helps', () => {
  test.each([
    ['ls nope', 'FILE_NOT_FOUND', 'no', false],
    ['yq --nope', 'ARG_ERROR', 'no', false],
    ['rm --nope x', 'ARG_ERROR', 'no', false],
    ['mv x', 'ARG_ERROR', 'no', false],
    ['make --nope', 'ARG_ERROR', 'no', false],
    ['npm frob', 'ARG_ERROR', 'no', false],
    ['git init --nope', 'ARG_ERROR', 'no', false],
    ['make install', 'ARG_ERROR', 'unknown', false],
    ['rm nope .', 'FILE_NOT_FOUND', 'unknown', false],
    ['curl -fsS http://127.0.0.1/401', 'AUTH_REQUIRED', 'no', false],
    ['gh pr list', 'AUTH_REQUIRED', 'no', false],
    ['curl -fsS http://127.0.0.1/503', 'UNAVAILABLE', 'no', true],
    ['curl -sS -m 1 http://127.0.0.1/hang', 'TIMEOUT', 'no', true],
    ['curl -sS http://127.0.0.1/refused', 'CONNECTION_FAILED', 'no', true],
    ['curl -sS -d x http://127.0.0.1/refused', 'CONNECTION_FAILED', 'no', null],
    ['curl -sS -d x http://127.0.0.1/hang', 'TIMEOUT', 'unknown', null],
    ['no-such-program', 'PROGRAM_NOT_FOUND', 'no', false],
  ])('%s: %s, changed %s, retryable %s', async (line, code, changed, retryable) => {
    const { error, meta } = await answer(line)
    expect({
      code: error?.code,
      changed: meta.verdict.changed,
      // What is not known is left out.
      retryable: error?.retryable ?? null,
    }).toEqual({ code, changed, retryable })
    // The two words never contradict each other.
    expect(changed === 'no' && meta.verdict.reason === 'IN_DOUBT').toBe(false)
  })

  test('a read that hangs may be made again; of a change nobody knows', async () => {
    const slow = (...words: readonly string[]) =>
      bench.answer(['run', '--timeout', '300ms', '--', ...words])
    const read = await slow('tail', '-f', '/dev/null')
    expect([read.error.retryable, read.meta.verdict.changed]).toEqual([true, 'no'])
    const change = await slow('sh', '-c', 'sleep 30')
    expect([change.error.retryable, change.meta.verdict.changed]).toEqual([undefined, 'unknown'])
  })
})

describe('what a failure says', () => {
  test.each([
    ['unzip -l bad.zip', 'ARCHIVE_INVALID', /no zip archive/],
    ['unzip -l nope.zip', 'FILE_NOT_FOUND', /cannot find or open/],
    ['npm install', 'EXIT_STATUS', /^Something else went wrong$/],
    ['mv x', 'ARG_ERROR', /missing destination file operand/],
    ['make', 'MAKEFILE_NOT_FOUND', /no makefile found/],
  ])('%s: %s', async (line, code, message) => {
    const { error } = await answer(line)
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(error.suggestion).toBeUndefined()
  })

  test('names no program that merely begins alike', async () => {
    const { error } = await answer('bun install')
    expect(error).toMatchObject({ code: 'PROGRAM_NOT_FOUND' })
    expect(error.suggestion).toBeUndefined()
  })

  test('gh says the same as without surety', async () => {
    const { error } = await answer('gh pr list')
    expect(error.message).toBe('To get started with GitHub CLI, please run:  gh auth login')
    const line = await bench.answer(['sh', '--', 'gh pr list; true'], { env, cwd: bench.folder })
    expect(JSON.stringify(line)).not.toContain('in automation')
    const own = { env: { ...env, CI: '1' }, cwd: bench.folder }
    const asked = await bench.answer(['run', '--', 'gh', 'pr', 'list'], own)
    expect(asked.error).toMatchObject({ code: 'AUTH_REQUIRED', retryable: false })
  })

  test('a program that stops by its own limit keeps its exit in text', async () => {
    const { code } = await bench.surety(
      ['run', '--text', '--', 'curl', '--max-time', '1', 'http://127.0.0.1/hang'],
      { env },
    )
    expect(code).toBe(28)
  })

  test('wrap and run agree on a call that cannot connect', async () => {
    const words = ['http://127.0.0.1/refused']
    const wrapped = (await bench.surety(['wrap', 'curl', 'get', ...words], { env })).envelope
    const bare = await answer(`curl -sS ${words[0]}`)
    const told = ({ error: { code, retryable } }: Parsed) => ({ code, retryable })
    expect(told(wrapped)).toEqual(told(bare))
    expect(told(bare)).toEqual({ code: 'CONNECTION_FAILED', retryable: true })
  })
})

describe('git that failed says what helps', () => {
  const git = async (...words: readonly string[]) =>
    bench.answer(['run', '--cwd', join(bench.folder, 'repo'), '--', 'git', ...words])

  beforeAll(async () => {
    const repo = join(bench.folder, 'repo')
    const bare = join(bench.folder, 'bare.git')
    mkdirSync(repo)
    await git('init', '-q', '-b', 'main', '.')
    await git('config', 'user.name', 'a')
    await git('config', 'user.email', 'a@b')
    const write = async (text: string) => {
      writeFileSync(join(repo, 'f'), text)
      await git('add', 'f')
      await git('commit', '-q', '-m', text)
    }
    await write('one')
    await git('init', '-q', '--bare', bare)
    await git('remote', 'add', 'origin', bare)
    await git('checkout', '-q', '-b', 'other')
    await write('two')
    await git('checkout', '-q', 'main')
    await write('three')
    const hook = '#!/bin/sh\necho "error: GH006: Protected branch update failed." >&2\nexit 1\n'
    writeFileSync(join(bare, 'hooks', 'pre-receive'), hook, { mode: 0o755 })
  })

  test('a protected branch is no reason to pull', async () => {
    const { error } = await git('push', 'origin', 'main')
    expect(error.code).toBe('PUSH_REFUSED_BY_REMOTE')
    expect(error.suggestion).toBeUndefined()
  })

  test('a cherry-pick with conflicts is given up by no merge', async () => {
    const { error, meta } = await git('cherry-pick', 'other')
    expect(error.code).toBe('MERGE_CONFLICT')
    expect(error.suggestion).not.toContain('merge --abort')
    expect(meta.verdict.changed).toBe('yes')
    const status = await git('status')
    expect(status.data.stdout).toContain('git cherry-pick --abort')
  })

  test('its version is no secret of a repository', async () => {
    const { code, stdout } = await bench.surety(['run', '--text', '--', 'git', '--version'], {
      cwd: join(bench.folder, 'repo'),
    })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^git version /)])
  })
})

test('no line of a file is lost that clients would have shown', async () => {
  const file = join(bench.folder, 'long.txt')
  writeFileSync(file, Array.from({ length: 250 }, (_, at) => `${at} ${'x'.repeat(40)}\n`).join(''))
  const { stdout } = await bench.surety(['run', '--text', '--', 'cat', file])
  expect(stdout.split('\n')).toHaveLength(251)
  expect((await answer(`cat ${file}`)).meta.truncated).toBeUndefined()
  writeFileSync(file, 'y\n'.repeat(20_000))
  const cut = await bench.surety(['run', '--text', '--', 'cat', file])
  expect(cut.stdout.length).toBeLessThan(30_000)
  expect(cut.stdout).toContain('left out: surety journal answer --text')
})
