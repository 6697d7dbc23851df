import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { runLocked } from '@surety/internal/process/kernel-lock/run-locked.ts'
import type { ProcessRequest } from '@surety/internal/process/process-request.ts'
import { runProcess } from '@surety/internal/process/run-process.ts'
import { whyNoRead } from './known-read.ts'
import { HOLES, type Hole } from './read-holes.table.ts'
import { readVariables } from './read-variables.ts'

const BWRAP = '/usr/bin/bwrap'
const IS_ROOT = process.getuid?.() === 0
/** How the second lock is tried: as the user of the test, and for root as a user without rights as well. */
const USERS = IS_ROOT ? ['root', 'nobody'] : ['a plain user']
const why = whyNoLock()
const describeLocked = describe.skipIf(why !== undefined)

function whyNoLock(): string | undefined {
  if (!existsSync(BWRAP)) return 'bubblewrap is not installed'
  const tried = spawnSync(BWRAP, ['--unshare-user', '--ro-bind', '/', '/', 'true'])
  return tried.status === 0 ? undefined : `bwrap does not work here: ${String(tried.stderr)}`
}

const SLOW =
  /^(?:npm|aws|kubectl|terraform|docker|pip|gh|helm|man|ssh|scp|rsync|watch|less|more|vi|top|systemctl|journalctl|gcc|cc|cargo|node|python3|sudo|su|tail|curl|wget|apt\S*|redis-cli|psql|ffprobe|ffmpeg|yq|make|cmake|date|hostname|git (?:gui|citool|instaweb|daemon|web--browse|difftool|mergetool|help|credential|svn|p4|send-email|cvsserver|shell|maintenance|\S+ --help))\b/

const folders: string[] = []
// The folder of the tests is for their user alone.
if (IS_ROOT) chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011)
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true, force: true })), 60_000)

/** Prepares a hole; everything is open to the user without rights. */
function prepared({ prepare, cwd = '.', path }: Pick<Hole, 'prepare' | 'cwd' | 'path'>) {
  const folder = mkdtempSync(join(tmpdir(), 'surety-hole-'))
  folders.push(folder)
  const project = join(folder, 'project')
  for (const name of ['project', 'outside', 'home']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'outside/secret'), 'SECRET-OUTSIDE\n')
  const { status, stderr } = spawnSync('sh', ['-ec', prepare], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: join(folder, 'home') },
  })
  expect([status, stderr]).toEqual([0, expect.anything()])
  if (IS_ROOT) spawnSync('chmod', ['-R', 'a+rwX', folder])
  const PATH = [...(path === undefined ? [] : [join(project, path)]), process.env['PATH']]
  return {
    project,
    cwd: join(project, cwd),
    path: PATH.join(delimiter),
    home: join(folder, 'home'),
  }
}

const request = (words: readonly string[], cwd: string, env: ProcessRequest['env']) => ({
  argv: words,
  cwd,
  env,
  timeoutMs: 240_000,
  graceMs: 0,
  drainMs: 50,
  maxBytes: 1_000_000,
})

/** As another user, with all descriptors. */
const runAs = (user: string) => (asked: ProcessRequest) =>
  runProcess({
    ...asked,
    argv:
      user === 'nobody'
        ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...asked.argv]
        : asked.argv,
  })

const bare = ({ path, home }: ReturnType<typeof prepared>) => ({
  PATH: path,
  HOME: home,
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
})

/** Everything below the project, with the objects of git. */
const picture = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/\.git\/index/.test(name))
    .toSorted()

const locked = (
  words: readonly string[],
  at: ReturnType<typeof prepared>,
  user: string,
  usesNetwork = false,
) =>
  runLocked(
    request(words, at.cwd, bare(at)),
    {
      locker: BWRAP,
      platform: process.platform,
      processor: process.arch,
      usesNetwork,
      folders: [],
      cwd: at.cwd,
    },
    runAs(user),
  )

const isHere = (program: string) => spawnSync('which', [program]).status === 0
const seen = HOLES.filter(
  ({ unseen, does, words }) => !unseen && does !== 'sends' && isHere(words[0]!),
)

describe('without any lock', () => {
  test.each(seen)('$name', async (hole) => {
    const at = prepared(hole)
    const before = picture(at.project)
    const { stdout } = await runProcess(request(hole.words, at.cwd, bare(at)))
    if (hole.does === 'reads')
      expect(Buffer.from(stdout.bytes).toString()).toContain('SECRET-OUTSIDE')
    else expect(picture(at.project)).not.toEqual(before)
  })
})

describe('the first lock alone', () => {
  test.each(HOLES.filter(({ words }) => isHere(words[0]!)))('$name', async (hole) => {
    const at = prepared(hole)
    const before = picture(at.project)
    const limits = {
      cwd: at.cwd,
      path: at.path,
      mayUseNetwork: hole.network === true,
      mayLeave: false,
    }
    const found = await whyNoRead(hole.words, limits)
    expect('code' in found).toBe(hole.disarms !== true)
    if ('code' in found) return
    const { env } = readVariables(found.known, [dirname(found.file)], limits)
    await runProcess(request(found.words, at.cwd, { ...bare(at), ...env, HOME: at.home }))
    expect(picture(at.project)).toEqual(before)
  })
})

/**
 * A link that is exchanged between the judgement and the call. Reading outside stays possible, which the page says;
 * nothing is written or run behind the second lock.
 */
describeLocked('a link that is exchanged during the call', () => {
  const SWAPPED = `echo inside > a.txt && ln -s a.txt file && git init -q good && git init -q evil && git -C evil config core.fsmonitor "$PWD/evil.sh" &&
    printf '#!/bin/sh\\ntouch "%s/PWN"\\n' "$PWD" > evil.sh && chmod +x evil.sh && ln -s good repo`
  const swap = (at: ReturnType<typeof prepared>, link: string, target: string) => {
    symlinkSync(target, join(at.project, 'next'))
    renameSync(join(at.project, 'next'), join(at.project, link))
  }
  const judge = async (words: readonly string[], at: ReturnType<typeof prepared>) => {
    const limits = { cwd: at.cwd, path: at.path, mayUseNetwork: false, mayLeave: false }
    return 'code' in (await whyNoRead(words, limits)) ? undefined : words
  }
  const files = (at: ReturnType<typeof prepared>) =>
    picture(at.project).filter((name) => name !== 'next')

  test('runs nothing and writes nothing, though it was judged before', async () => {
    const at = prepared({ prepare: SWAPPED })
    const words = ['git', '-C', 'repo', 'status']
    expect(await judge(words, at)).toBeDefined()
    swap(at, 'repo', 'evil')
    const before = files(at)
    const { isHeld } = await locked(words, at, USERS[0]!)
    expect([isHeld, files(at)]).toEqual([true, before])
    // Without a lock the same call runs what the other repository names.
    await runProcess(request(words, at.cwd, bare(at)))
    expect(files(at)).toContain('PWN')
  })

  test('reads outside of the folder, which no lock keeps', async () => {
    const at = prepared({ prepare: SWAPPED })
    expect(await judge(['cat', 'file'], at)).toBeDefined()
    swap(at, 'file', '../outside/secret')
    expect(await judge(['cat', 'file'], at)).toBeUndefined()
    const end = await locked(['cat', 'file'], at, USERS[0]!)
    expect(end.isHeld && Buffer.from(end.end.stdout.bytes).toString()).toBe('SECRET-OUTSIDE\n')
  })

  test('is held while somebody exchanges it all the time', async () => {
    const at = prepared({ prepare: SWAPPED })
    const script = `while :; do ln -sfn evil next && mv -T next repo; ln -sfn good next && mv -T next repo; done`
    const swapper = spawn('sh', ['-c', script], { cwd: at.project, stdio: 'ignore' })
    try {
      const words = ['git', '-C', 'repo', 'status']
      for (let round = 0; round < 20; round += 1)
        if (await judge(words, at)) await locked(words, at, USERS[0]!)
    } finally {
      swapper.kill('SIGKILL')
    }
    expect(existsSync(join(at.project, 'PWN'))).toBe(false)
  })
})

/** Splits a line; quotes of either kind hold blanks together. */
const wordsOf = (line: string) =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''))

/**
 * Calls that look like reads and are refused in the folder below. They were written by trying to get around the rules, not
 * from them.
 */
const HOSTILE_READS = readFileSync(new URL('hostile-reads.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const HOSTILE_FOLDER = `
  git init -q . && git config user.name a && git config user.email a@b && git config http.extraheader 'AUTHORIZATION: x' &&
  echo one > a.txt && echo 'DB_PASSWORD=x' > .env && git add -f . && git commit -qm s && echo two >> a.txt &&
  ln -s .env env-link && mkdir a b sub && ln -s ../../outside/secret a/x && echo > b/x && ln -s ../outside up && ln -s ../outside/s.zip ln1.zip &&
  touch ../outside/s.zip && echo ../outside/secret > list && echo 'w PWN' > script && echo 'a: 1' > a.yaml && echo '{"a":1}' > a.json &&
  printf -- '-----BEGIN RSA PRIVATE KEY-----\\n' > key.txt && cp key.txt id_rsa && echo '//r/:_authToken=x' > .npmrc &&
  echo x > credentials && echo 'x: y' > secrets.yaml && echo '{}' > terraform.tfstate && tar -cf a.tar a.txt`

describe('lines by somebody who tries to get around the rules', () => {
  const limits = { mayUseNetwork: false, mayLeave: false }
  /** A program that is missing is refused for that reason alone, so all of them are here. */
  const withAllPrograms = (home: string) => {
    const bin = join(home, 'bin')
    mkdirSync(bin, { recursive: true })
    for (const line of HOSTILE_READS) {
      const [program = ''] = wordsOf(line)
      if (/^[\w.+-]+$/.test(program) && !isHere(program))
        writeFileSync(join(bin, program), '#!/bin/sh\n', { mode: 0o755 })
    }
    return `${process.env['PATH']}:${bin}`
  }

  test('the first lock alone refuses them, with the network allowed, too', async () => {
    const { cwd, home } = prepared({ prepare: HOSTILE_FOLDER })
    const path = withAllPrograms(home)
    const allowed: string[] = []
    for (const line of HOSTILE_READS) {
      const found = await whyNoRead(wordsOf(line), { ...limits, path, cwd, mayUseNetwork: true })
      if (!('code' in found)) allowed.push(line)
    }
    expect(allowed).toEqual([])
  }, 120_000)
})

describeLocked('the second lock alone', () => {
  const rows = USERS.flatMap((user) =>
    HOLES.filter(({ does, words }) => /writes|runs/.test(does) && isHere(words[0]!)).map(
      (hole) => [user, hole.name, hole] as const,
    ),
  )
  test.each(rows)('as %s: %s', async (user, _name, hole) => {
    const at = prepared(hole)
    const before = picture(at.project)
    const end = await locked(hole.words, at, user)
    expect(end, JSON.stringify(end).slice(0, 300)).toMatchObject({ isHeld: true })
    expect(picture(at.project)).toEqual(before)
  })

  test.each(USERS)('as %s: holds against a program that may do what it likes', async (user) => {
    const at = prepared({ prepare: 'mkfifo pipe; echo > a.txt' })
    const script = `
      touch PWN ../PWN /tmp/PWN /var/tmp/PWN /run/PWN /etc/PWN "$HOME/PWN"; chmod 777 a.txt; ln -s x PWN; mkdir PWN; rm -f a.txt; mv a.txt b
      mount -o remount,rw / ; umount /proc; unshare -Ur true && echo NAMESPACE
      kill -9 ${process.pid} && echo KILLED; kill -9 -1
      cat /proc/${process.pid}/environ && echo ENVIRON
      for f in /proc/self/fd/*; do case $f in */[0123]) ;; */255) ;; *) [ "$(readlink $f)" = /dev/null ] || echo "OPEN $f" ;; esac; done
      exec 9<>/dev/tcp/127.0.0.1/22 && echo NETWORK
      echo 1 > /proc/sys/vm/drop_caches && echo SYSCTL
      chmod 666 /dev/full && echo CHMOD; touch -d @1 /dev/full && echo TIMES; echo x > /dev/null || echo NULL
      echo fine > "$TMPDIR/own" && cat "$TMPDIR/own"`
    const before = picture(at.project)
    const end = await locked(['bash', '-c', script], at, user)
    expect(end.isHeld && Buffer.from(end.end.stdout.bytes).toString()).toBe('fine\n')
    expect(picture(at.project)).toEqual(before)
    expect(['/tmp/PWN', '/var/tmp/PWN', '/run/PWN', '/etc/PWN'].filter(existsSync)).toEqual([])
  })

  test.each(USERS)(
    'as %s: a unix socket of a daemon is not reached, also with the network',
    async (user) => {
      const at = prepared({ prepare: ':' })
      const script = `
      import socket, os
      for family, kind in [(socket.AF_UNIX, socket.SOCK_STREAM), (socket.AF_UNIX, socket.SOCK_DGRAM), (38, 5), (40, 1)]:
          try: socket.socket(family, kind); print('SOCKET', family, kind)
          except OSError: pass
      try: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM); print('PAIR')
      except OSError: pass
      socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM); socket.socket(socket.AF_INET)
      print('end')`
      const python = '/usr/bin/python3'
      const words = [python, '-c', script.replaceAll(/^ {6}/gm, '')]
      const end = await locked(existsSync(python) ? words : ['echo', 'end'], at, user, true)
      expect(end.isHeld && Buffer.from(end.end.stdout.bytes).toString()).toBe('end\n')
    },
  )

  test.each(USERS)(
    'as %s: no hostile line changes anything, though none is judged',
    async (user) => {
      const at = prepared({ prepare: HOSTILE_FOLDER })
      const before = picture(at.project)
      // Programs that wait for somebody, and those that take seconds to start.
      const lines = HOSTILE_READS.filter((line) => !SLOW.test(line) && isHere(wordsOf(line)[0]!))
      const script = lines.map(
        (line) => `timeout -s KILL 5 ${quoteWords(wordsOf(line))} <&- >&- 2>&-`,
      )
      const end = await locked(['bash', '-c', [...script, 'echo all'].join('\n')], at, user)
      expect(end.isHeld && Buffer.from(end.end.stdout.bytes).toString()).toBe('all\n')
      expect(lines.length).toBeGreaterThan(300)
      expect(picture(at.project)).toEqual(before)
    },
    300_000,
  )

  test('says why it does not hold, and then nothing was run', async () => {
    const at = prepared({ prepare: ':' })
    const wishes = {
      locker: BWRAP,
      platform: 'linux',
      processor: process.arch,
      usesNetwork: false,
      cwd: at.cwd,
    }
    const run = (more: object) =>
      runLocked(
        request(['touch', 'PWN'], at.cwd, bare(at)),
        { ...wishes, folders: [], ...more },
        runProcess,
      )
    expect(await run({ folders: ['/nowhere/at/all'] })).toMatchObject({
      isHeld: false,
      why: expect.stringMatching(/^bwrap: /),
    })
    expect(await run({ processor: 'vax' })).toMatchObject({
      isHeld: false,
      why: expect.stringContaining('vax'),
    })
    expect(await run({ locker: '/nowhere/bwrap' })).toMatchObject({ isHeld: false })
    expect(await run({ locker: '/bin/false' })).toMatchObject({ isHeld: false })
    expect(existsSync(join(at.cwd, 'PWN'))).toBe(false)
  })
})
