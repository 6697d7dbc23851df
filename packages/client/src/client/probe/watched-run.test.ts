import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readTrace } from './trace-lines.ts'
import { runWatched } from './watched-run.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surety-watched-'))
  writeFileSync(join(folder, 'books.txt'), 'One book\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

const watch = (line: string, snapshot: boolean) =>
  runWatched(['/bin/sh', '-c', line], {
    folder,
    env: { PATH: process.env['PATH'] },
    timeoutMs: 20_000,
    snapshot,
  })

const canTrace = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0

describe.each([['a snapshot', true], ...(canTrace ? ([['strace', false]] as const) : [])] as const)(
  'watched by %s (with strace where it is)',
  (_how, snapshot) => {
    test.each([
      ['cat books.txt', []],
      ['cat books.txt > /dev/null', []],
      ['echo more >> books.txt', ['./books.txt']],
      ['rm books.txt', ['./books.txt']],
      ['mkdir -p new', ['./new']],
      ['echo x > ~/.cache-of-mine', ['~/.cache-of-mine']],
      ['echo x > "$TMPDIR/x"', []],
    ])('%s', async (line, expected) => {
      const { writes } = await watch(line, snapshot)
      expect(writes.map((path) => path.replace(/^(?![./~])/, './'))).toEqual(expected)
    })
  },
)

describe.each([true, ...(canTrace ? [false] : [])])(
  'caches and state, snapshot: %s',
  (snapshot) => {
    test.each([
      ['mkdir -p ~/.cache/books && echo x > ~/.cache/books/list', ['~/.cache/books/list'], []],
      [
        'mkdir -p "$XDG_STATE_HOME" && echo x > "$XDG_STATE_HOME/last"',
        ['~/.local/state/last'],
        [],
      ],
      ['mkdir ~/.cached && echo x > ~/.cached/list', [], ['~/.cached', '~/.cached/list']],
      ['mkdir -p ~/.cache && echo x > ~/.cache/../.netrc', [], ['~/.netrc']],
      [
        'mkdir -p ~/.cache && cd ~/.cache && mkdir -p a/b && echo x > a/b/c',
        ['~/.cache/a/b/c'],
        [],
      ],
    ])('are told apart: %s', async (line, kept, written) => {
      const { keeps, writes } = await watch(line, snapshot)
      expect(keeps).toEqual(expect.arrayContaining(kept))
      expect(writes).toEqual(written)
    })
  },
)

test('leaves out what cannot be copied', async () => {
  const server = createServer().listen(join(folder, 'socket'))
  await once(server, 'listening')
  const { writes } = await watch('cat books.txt; ls socket', true)
  server.close()
  await once(server, 'close')
  expect(writes).toEqual([])
})

test('changes a copy, and never the folder', async () => {
  await watch('rm -rf books.txt; touch other', true)
  expect(readdirSync(folder)).toEqual(['books.txt'])
})

test.runIf(canTrace)('sees programs and hosts (needs strace)', async () => {
  const { starts } = await watch('/bin/cat books.txt; true', false)
  expect(starts.some((file) => file.endsWith('/cat'))).toBe(true)
  const script = "require('net').connect(9, '127.0.0.1').on('error', () => {})"
  const { connects } = await watch(`'${process.execPath}' -e "${script}"`, false)
  expect(connects).toContain('127.0.0.1:9')
})

const canLock =
  canTrace && spawnSync('bwrap', ['--ro-bind', '/', '/', '--dev', '/dev', 'true']).status === 0

describe.runIf(canLock)('a lock of bwrap (needs strace and bwrap)', () => {
  test.each([
    // What bwrap makes for itself is not there for anybody else.
    ['bwrap --ro-bind / / --dev /dev --unshare-pid cat books.txt', []],
    [
      'bwrap --ro-bind / / --bind "$PWD" "$PWD" --dev /dev sh -c "echo more >> $PWD/books.txt"',
      './books.txt',
    ],
    ['bwrap --bind / / --dev /dev --dir $PWD/new true', './new'],
    ['bwrap --dev-bind / / sh -c "mkdir $PWD/new"', './new'],
  ])('%s', async (line, wrote) => {
    const { writes, end } = await watch(line, false)
    expect(end.exitCode).toBe(0)
    if (typeof wrote === 'string') expect(writes.join()).toContain(wrote.slice(2))
    else expect(writes).toEqual(wrote)
  })
})

test('a lock whose words strace did not show whole is watched like anything else', () => {
  const trace = (words: string) =>
    [
      `1 execve("/usr/bin/surety", ["surety"], 0x1 /* 3 vars */) = 0`,
      `2 execve("/usr/bin/bwrap", [${words}], 0x1 /* 3 vars */) = 0`,
      '2 clone(child_stack=NULL, flags=CLONE_NEWNS|SIGCHLD <unfinished ...>',
      '3 mkdirat(AT_FDCWD</tmp>, "newroot", 0755) = 0',
      '2 <... clone resumed>) = 3',
      '3 execve("/usr/bin/touch", ["touch", "/late"], 0x1 /* 3 vars */) = 0',
      '3 openat(AT_FDCWD</>, "/late", O_WRONLY|O_CREAT, 0666) = 3</late>',
    ].join('\n')
  const writes = (words: string) => readTrace(trace(words), () => false).writes
  expect(writes('"bwrap", "--ro-bind", "/", "/"')).toEqual(['/late'])
  expect(writes('"bwrap", "--ro-bind", "/", "/", ...')).toEqual(['/tmp/newroot', '/late'])
  expect(writes('"bwrap", "--bind", "/", "/"')).toEqual(['/tmp/newroot', '/late'])
})

test('a process begins in the folder of the one that made it', () => {
  const trace = [
    '1 execve("/bin/sh", ["sh"], 0x1 /* 3 vars */) = 0',
    '1 chdir("/home/.cache") = 0',
    '1 vfork( <unfinished ...>',
    '2 execve("/bin/mkdir", ["mkdir", "-p", "a/b"], 0x1 /* 3 vars */) = 0',
    '2 mkdir("a", 0777) = 0',
    '1 <... vfork resumed>) = 2',
    '1 chdir("/elsewhere") = 0',
    '2 mkdir("b", 0777) = 0',
    '1 clone(child_stack=NULL, flags=SIGCHLD) = -1 EAGAIN (Resource temporarily unavailable)',
    '1 chdir("/later") = 0',
    '1 clone(child_stack=NULL, flags=SIGCHLD) = 3',
    '3 unlink("c") = 0',
  ].join('\n')
  const { writes } = readTrace(trace, () => false)
  expect(writes).toEqual(['/home/.cache/a', '/home/.cache/b', '/later/c'])
})

test('reads any trace without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { writes } = readTrace(
        `1 openat(AT_FDCWD, "${text}", O_RDONLY) = 3\n${text}`,
        () => false,
      )
      expect(Array.isArray(writes)).toBe(true)
    }),
  )
})
