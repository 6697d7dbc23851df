import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-git-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const author = { NAME: 'Ada', EMAIL: 'ada@example.invalid' }
const environment = {
  HOME: folder,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CEILING_DIRECTORIES: tmpdir(),
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'init.defaultBranch',
  GIT_CONFIG_VALUE_0: 'main',
  ...Object.fromEntries(
    Object.entries(author).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  ),
}
const git = await createWrapped('git', folder, environment)
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('git: the ways of a repository, from the first file to a conflict', async () => {
  expect(await git.fails('status')).toMatchObject({
    category: 'PRECONDITION',
    code: 'NOT_A_REPOSITORY',
    message: expect.stringMatching(/^not a git repository/),
  })
  await git.program(['init', '--quiet'])
  expect(await git.fails('log')).toMatchObject({ code: 'NO_COMMITS' })

  // Names with blanks and letters beyond ASCII come back as they are.
  write('a b.txt', 'x\n')
  write('ü"\n.txt', 'y\n')
  expect(await git.data('status')).toEqual([
    { staged: '?', unstaged: '?', path: 'a b.txt' },
    { staged: '?', unstaged: '?', path: 'ü"\n.txt' },
  ])
  expect(await git.fails('commit', '--message', 'one')).toMatchObject({
    code: 'NOTHING_TO_COMMIT',
    retryable: false,
  })
  await git.data('add', '.')
  expect((await git.call('commit', '--message', 'one; $(rm) "two"')).meta).toMatchObject({
    effect: 'created',
  })
  expect(await git.data('log')).toEqual([
    {
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      author: 'Ada',
      email: 'ada@example.invalid',
      date: expect.stringMatching(/^\d{4}-/),
      parents: '',
      subject: 'one; $(rm) "two"',
    },
  ])
  expect(await git.data('branches')).toMatchObject([{ name: 'main', current: true }])
  expect(await git.data('files')).toEqual(['a b.txt', 'ü"\n.txt'])
  expect(await git.data('grep', 'x')).toEqual([{ path: 'a b.txt', line: 1, text: 'x' }])
  const nothing = await git.call('grep', '--', '-zzz')
  expect(nothing).toMatchObject({ ok: true, data: [], meta: { meaning: 'Nothing matches' } })
  expect(await git.data('diff', 'HEAD')).toEqual({ text: '' })
  expect(await git.data('show')).toMatchObject({ text: expect.stringContaining('a b.txt') })
  expect(await git.fails('log', 'nope')).toMatchObject({
    category: 'NOT_FOUND',
    code: 'REVISION_UNKNOWN',
    details: { program_exit: 128, name: 'nope' },
  })

  await git.data('switch', '--create', 'other')
  expect((await git.call('switch', 'other')).meta).toMatchObject({ effect: 'noop' })
  write('a b.txt', 'theirs\n')
  await git.data('commit', '--all', '--message', 'theirs')
  await git.data('switch', 'main')
  write('a b.txt', 'ours\n')
  expect(await git.fails('merge', 'other')).toMatchObject({ code: 'LOCAL_CHANGES' })
  expect((await git.call('stash', 'push')).meta).toMatchObject({ effect: 'created' })
  expect(await git.data('stash', 'list')).toMatchObject([{ name: 'stash@{0}' }])
  await git.data('stash', 'pop')
  await git.data('commit', '--all', '--message', 'ours')
  expect(await git.fails('merge', 'other')).toMatchObject({
    category: 'CONFLICT',
    code: 'MERGE_CONFLICT',
    message: 'Merge conflict in a b.txt.',
  })
  // It is in the manifest that the files are changed all the same.
  expect(await git.data('merge', '--schema')).toMatchObject({
    exit_codes: { 6: { name: 'CONFLICT', side_effects: 'partial', retryable: false } },
  })
  expect(await git.data('status')).toEqual([{ staged: 'U', unstaged: 'U', path: 'a b.txt' }])
  expect(await git.fails('merge', 'other')).toMatchObject({ code: 'MERGE_UNFINISHED' })
  expect(await git.fails('fetch')).toMatchObject({
    code: 'REMOTE_UNKNOWN',
    message: "'origin' does not appear to be a git repository.",
  })
})

test('git: what destroys is refused, shown and then done', async () => {
  const at = mkdtempSync(join(tmpdir(), 'surety-wrap-clean-'))
  const repository = await createWrapped('git', at, { HOME: at })
  await repository.program(['init', '--quiet'])
  writeFileSync(join(at, 'left'), '')
  expect(await repository.fails('clean')).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    details: { would_affect: { output: [{ path: 'left' }] } },
  })
  expect(await repository.data('clean', '--dry-run')).toMatchObject({ effect: 'would_delete' })
  expect(await repository.call('clean', '--confirm-destructive')).toMatchObject({
    data: [{ path: 'left' }],
    meta: { effect: 'deleted' },
  })
  expect(await repository.data('status')).toEqual([])
  expect(await repository.fails('delete-branch', 'x', '--confirm-destructive')).toMatchObject({
    code: 'BRANCH_UNKNOWN',
  })
  rmSync(at, { recursive: true })
})

test('git: remotes', async () => {
  const server = createServer((request, response) => {
    const isPrivate = request.url?.startsWith('/private') === true
    response.writeHead(isPrivate ? 401 : 404, { 'WWW-Authenticate': 'Basic' }).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const at = mkdtempSync(join(tmpdir(), 'surety-wrap-push-'))
  const own = join(at, 'own')
  const bare = join(at, 'bare.git')
  const other = await createWrapped('git', own, { ...environment, HOME: at })
  const outside = await createWrapped('git', at, environment)
  await outside.program(['init', '--quiet', '--bare', bare])
  await outside.program(['init', '--quiet', own])
  await outside.program(['-C', own, 'remote', 'add', 'origin', bare])
  writeFileSync(join(own, 'file'), '1')
  await other.data('add', 'file')
  await other.data('commit', '--message', 'one')
  expect(await other.data('push', 'origin', 'main')).toContainEqual(
    expect.objectContaining({ flag: '*', refs: 'refs/heads/main:refs/heads/main' }),
  )
  expect((await other.call('push', 'origin', 'main')).meta).toMatchObject({ effect: 'noop' })
  expect(await other.data('remotes')).toContainEqual({
    name: 'origin',
    url: bare,
    direction: 'push',
  })
  await other.program(['commit', '--quiet', '--amend', '--message', 'two'])
  expect(await other.fails('push', 'origin', 'main')).toMatchObject({ code: 'PUSH_REJECTED' })
  expect(await other.fails('push', 'origin', 'nope')).toMatchObject({ code: 'REVISION_UNKNOWN' })
  expect(await other.fails('fetch', `${address}/private.git`)).toMatchObject({
    category: 'AUTH_REQUIRED',
    code: 'AUTH_FAILED',
  })
  expect(await other.fails('fetch', `${address}/gone.git`)).toMatchObject({
    category: 'NOT_FOUND',
    code: 'REMOTE_UNKNOWN',
  })
  expect(await other.fails('fetch', 'http://127.0.0.1:1/x.git')).toMatchObject({
    category: 'UNAVAILABLE',
    retryable: false,
  })
  expect(await other.fails('fetch', 'http://no-such-host.invalid/x')).toMatchObject({
    code: 'HOST_NOT_FOUND',
  })
  server.close()
  rmSync(at, { recursive: true })
})

test('git: no value becomes an option', async () => {
  const mark = join(folder, 'pwned')
  for (const words of [
    ['fetch', '--', `--upload-pack=touch ${mark}`],
    ['log', '--', `--output=${mark}`],
    ['diff', '--', `--output=${mark}`],
    ['switch', '--', '--orphan=x'],
    ['push', '--', `--receive-pack=touch ${mark}`],
  ]) {
    expect(await git.fails(...words)).toMatchObject({
      code: 'INVALID_VALUE',
      phase: 'validation',
      message: expect.stringContaining('as an option'),
    })
  }
  expect(await git.fails('log', 'a\0b')).toMatchObject({ code: 'INVALID_VALUE' })
  // An address that would run a program is refused by git itself.
  expect(await git.call('fetch', `ext::sh -c touch% ${mark}`)).toMatchObject({ ok: false })
  expect(await git.data('status', '--', '--', '--not-there')).toEqual([])
  expect((await git.data('files')) as readonly string[]).not.toContain('pwned')
})

test('git: reading a hostile repository runs nothing of it', async () => {
  const at = mkdtempSync(join(tmpdir(), 'surety-wrap-hostile-'))
  const [own, marks, module] = [join(at, 'own'), join(at, 'marks'), join(at, 'own', 'module')]
  mkdirSync(marks)
  const outside = await createWrapped('git', at, environment)
  const repository = await createWrapped('git', own, environment)
  const inOwn = (...words: readonly string[]) => outside.program(['-C', own, ...words])
  const touch = (name: string) => `touch '${marks}/${name}'; cat`
  await outside.program(['init', '--quiet', own])
  await outside.program(['init', '--quiet', module])
  for (const folder of [module, own]) {
    writeFileSync(join(folder, '.gitattributes'), 'file filter=evil diff=evil\n')
    for (const text of ['1', '2']) {
      writeFileSync(join(folder, 'file'), text)
      await outside.program(['-C', folder, '-c', 'advice.addEmbeddedRepo=false', 'add', '.'])
      await outside.program(['-C', folder, 'commit', '--quiet', '--message', text])
    }
    writeFileSync(join(folder, 'file'), '3')
  }
  const hook = join(own, '.git', 'hooks', 'post-index-change')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, `#!/bin/sh\n${touch('hook')}\n`, { mode: 0o755 })
  const settings = {
    'core.fsmonitor': `touch '${marks}/monitor'; false`,
    'diff.evil.textconv': touch('text'),
    'diff.evil.command': touch('command'),
    'diff.external': touch('external'),
    'diff.submodule': 'diff',
    'core.pager': touch('pager'),
    'gpg.program': touch('gpg'),
    'log.showSignature': 'true',
    'core.sshCommand': touch('ssh'),
    'remote.evil.url': own,
    'remote.evil.promisor': 'true',
    'remote.evil.uploadpack': touch('pack'),
    'extensions.partialClone': 'evil',
  }
  for (const [name, value] of Object.entries(settings)) await inOwn('config', name, value)
  await outside.program(['-C', module, 'config', 'filter.evil.clean', touch('module')])
  const reads =
    'status,show --patch,diff,diff HEAD~1,log,branches,tags,remotes,files,grep 3,resolve HEAD,stash list'
  for (const line of reads.split(',')) {
    const words = line.split(' ')
    utimesSync(join(own, 'file'), 1, 1)
    expect(await repository.call(...words), line).toMatchObject({ ok: true })
    expect(readdirSync(marks), line).toEqual([])
  }
  // An object that is missing would be fetched, by a program that the repository names.
  const blob = (await inOwn('rev-parse', 'HEAD~1:file')).trim()
  rmSync(join(own, '.git', 'objects', blob.slice(0, 2), blob.slice(2)))
  expect(await repository.call('show', '--patch')).toMatchObject({ ok: false })
  expect(readdirSync(marks)).toEqual([])
  // No option turns filters off, so what would run one is refused.
  await inOwn('config', 'filter.evil.clean', touch('clean'))
  for (const words of [['status'], ['diff']])
    expect(await repository.fails(...words)).toMatchObject({
      code: 'REPOSITORY_RUNS_PROGRAMS',
      details: { setting: 'filter.evil.clean' },
    })
  expect(readdirSync(marks)).toEqual([])
  rmSync(at, { recursive: true })
})
