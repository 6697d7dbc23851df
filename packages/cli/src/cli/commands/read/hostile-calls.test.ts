import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { runLocked } from '@surety/internal/process/kernel-lock/run-locked.ts'
import { runProcess } from '@surety/internal/process/run-process.ts'
import { whyNoRead } from './known-read.ts'
import { readVariables } from './read-variables.ts'

/**
 * The calls of hostile-calls.txt, written by somebody who wrote neither lock, each in a folder that its scene prepares. A
 * lock fails if a file is written, a process stays, somebody is spoken to, or what lies outside is printed.
 */
interface Scene {
  readonly name: string
  prepare: string
  /** Variables of the caller. */
  readonly env: Record<string, string>
  /** A folder of the project before the PATH. */
  path?: string
  network: boolean
  readonly calls: string[]
}

const ALL = scenesOf(readFileSync(new URL('hostile-calls.txt', import.meta.url), 'utf8'))

function scenesOf(text: string): readonly Scene[] {
  const scenes: Scene[] = []
  let call = ''
  for (const line of text.split('\n')) {
    const scene = scenes.at(-1)!
    const [mark, rest] = [line.slice(0, 2), line.slice(2)]
    if (call !== '') call += `\n${line}`
    else if (mark === '# ')
      scenes.push({ name: rest, prepare: '', env: {}, network: false, calls: [] })
    else if (mark === '$ ') scene.prepare += `${rest}\n`
    else if (mark === '= ') scene.env[rest.split('=', 1)[0]!] = rest.slice(rest.indexOf('=') + 1)
    else if (mark === '% ') scene.path = rest
    else if (line === '+ network') scene.network = true
    else call = line
    if (call === '' || wordsOf(call) === undefined) continue
    scene.calls.push(call)
    call = ''
  }
  return scenes
}

/** Splits a call; undefined while a quote is open. */
function wordsOf(call: string): readonly string[] | undefined {
  const parts = [...call.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+|['"]/g)].map(([word]) => word)
  return parts.some((word) => /^['"]$/.test(word))
    ? undefined
    : parts.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
}

const BWRAP = '/usr/bin/bwrap'
const isLockable =
  existsSync(BWRAP) &&
  spawnSync(BWRAP, ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0

/** How a process is known that a call left behind. */
const MARK = String(90_000 + (process.pid % 100_000))
const EVIL = `#!/bin/sh
/usr/bin/touch "\${0%/*}/PWN" PWN
(setsid sleep ${MARK} >/dev/null 2>&1 <&- &)
/bin/cat 2>/dev/null
`
const FUNCTIONS = `
repository() {
  git init -q . && git config user.name a && git config user.email a@b && echo one > a.txt && mkdir d && echo x > d/b.c &&
  printf '* diff=x filter=x merge=x\\n' > .gitattributes && git add . && git commit -qm s && git tag t1 && echo two >> a.txt
}
names() { git config "$1" "$PWD/$2"; }
links() { mkdir -p "$(dirname ".git/$1")" && rm -rf ".git/$1" && ln -s "$PWD/../outside/secret" ".git/$1"; }
`

/** What was sent to the server of the test, a text for each connection. */
let sent: string[] = []
const server = createServer((socket) => {
  const at = sent.push('') - 1
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      sent[at] += bytes.toString('latin1')
      socket.end('HTTP/1.0 404 no\r\ncontent-length: 2\r\n\r\n{}')
    })
  setTimeout(() => socket.destroy(), 1500).unref()
})
let port = ''
const root = mkdtempSync(join(tmpdir(), 'surety-hostile-'))
const inherited = { ...process.env }
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

/** Prepares a scene; undefined where one of its programs is not there. */
function stage({ prepare, env, path }: Scene) {
  const folder = mkdtempSync(join(root, 'scene-'))
  const [project, home] = [join(folder, 'project'), join(folder, 'home')]
  for (const each of [project, home, join(folder, 'outside')]) mkdirSync(each)
  writeFileSync(join(folder, 'outside/secret'), 'SECRET-OUTSIDE\n')
  writeFileSync(join(project, 'evil.sh'), EVIL, { mode: 0o755 })
  const own = { PATH: inherited['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8' }
  const script = ['-ec', FUNCTIONS + prepare]
  const made = spawnSync('sh', script, { cwd: project, env: { ...own, PORT: port } })
  if (made.status !== 0) return undefined
  const PATH = path === undefined ? own.PATH : `${join(project, path)}:${own.PATH}`
  const given = Object.entries(env).map(([name, value]) => [name, value.replaceAll('$PORT', port)])
  return { folder, project, env: { ...own, PATH, ...Object.fromEntries(given) } as Variables }
}

type Variables = Record<string, string>

/** The programs in a project may keep caches: those of the person, and the times of files in the index of git. */
const CACHES = /^(?:home\/|project\/\.git\/(?:shared)?index)/

const picture = (folder: string) =>
  spawnSync(
    'find',
    [folder, '-type', 'd', '-printf', '%P %m\n', '-o', '-printf', '%P %m %s %T@ %l\n'],
    { encoding: 'utf8' },
  )
    .stdout.split('\n')
    .filter((line) => !CACHES.test(line))
    .toSorted()
    .join('\n')

/** The ids of processes that a call left behind; a small system has no pgrep. */
const leftBehind = () =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && commandLineOf(id) === `sleep\0${MARK}\0`)
    .join('\n')

function commandLineOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

const request = (argv: readonly string[], cwd: string, env: Variables) => ({
  argv,
  cwd,
  env,
  timeoutMs: 4000,
  graceMs: 0,
  drainMs: 50,
  maxBytes: 1_000_000,
})

const locked = (words: readonly string[], cwd: string, env: Variables, usesNetwork: boolean) =>
  runLocked(
    { ...request(words, cwd, env), timeoutMs: 240_000 },
    {
      locker: BWRAP,
      platform: process.platform,
      processor: process.arch,
      usesNetwork,
      folders: [],
      cwd,
    },
    runProcess,
  )

/** What the locker itself would be changed by; nothing of it reaches a read. */
const OF_LOADER = /^(?:LD_|MALLOC_|GCONV_|LOCPATH)/

/** Judges a call as if the variables were ours. */
async function judged(
  words: readonly string[],
  scene: Scene,
  at: NonNullable<ReturnType<typeof stage>>,
) {
  const restore = { ...process.env }
  try {
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, at.env)
    const where = { cwd: at.project, from: at.project, path: at.env['PATH']! }
    const limits = { ...where, mayUseNetwork: scene.network, mayLeave: false }
    const found = await whyNoRead(words, limits)
    if ('code' in found) return undefined
    const { env } = readVariables(found.known, [dirname(found.file)], limits)
    const all = Object.entries({ ...at.env, ...env }).filter(([, value]) => value !== undefined)
    return {
      words: [found.file, ...found.words.slice(1)],
      env: Object.fromEntries(all) as Variables,
    }
  } finally {
    for (const name of Object.keys(process.env)) delete process.env[name]
    Object.assign(process.env, restore)
  }
}

/** Says what a call caused that no read may cause. */
async function effectsOf(
  scene: Scene,
  call: string,
  printed: string,
  before: string,
  folder: string,
) {
  await wait(5)
  const found: string[] = []
  const after = picture(folder)
  if (after !== before) found.push('wrote')
  // The processes of a lock end with it, which may take a moment.
  for (let round = 0; round < 40 && leftBehind() !== ''; round += 1) await wait(50)
  const left = leftBehind()
  if (left !== '') {
    found.push('left a process behind')
    spawnSync('kill', ['-9', ...left.split('\n')])
  }
  const isSecret = (text: string) => /SECRET-(?:OUTSIDE|VARIABLE)/.test(text)
  if (isSecret(printed) && !isSecret(call)) found.push('printed a secret')
  const isTold = scene.network
    ? sent.some((text) => isSecret(text) || !/^(?:GET |HEAD |$)/.test(text))
    : sent.length > 0
  if (isTold) found.push(`sent ${JSON.stringify(sent.join('').slice(0, 80))}`)
  sent = []
  return { found, hasChanged: after !== before }
}

/** Runs the calls that the first lock allows, and returns what they caused. */
async function triedOut(scene: Scene, isLocked: boolean) {
  const holes: string[] = []
  let at = stage(scene)
  let before = at && picture(at.folder)
  for (const call of scene.calls) {
    if (at === undefined) break
    const read = await judged(wordsOf(call.replaceAll('$PORT', port))!, scene, at)
    let printed = ''
    if (read) {
      const locking = () =>
        locked(['timeout', '4', ...read.words], at!.project, read.env, scene.network)
      const plain = () => runProcess(request(read.words, at!.project, read.env))
      const end = isLocked ? await locking() : { isHeld: true as const, end: await plain() }
      expect(end.isHeld).toBe(true)
      if (end.isHeld)
        printed = Buffer.concat([end.end.stdout.bytes, end.end.stderr.bytes]).toString()
    }
    const { found, hasChanged } = await effectsOf(scene, call, printed, before!, at.folder)
    if (found.length > 0) holes.push(`${call}: ${found.join(', ')}`)
    if (!hasChanged) continue
    at = stage(scene)
    before = at && picture(at.folder)
  }
  return holes
}

/** Programs that wait for somebody, or for a server that is not there. */
const WAITING =
  /^(?:aws|kubectl|terraform|docker|pip|gh|helm|apt\S*|watch|less|more|top|tail|sleep|npm (?:view|search|ping|whoami|outdated|doctor|docs|repo|edit))\b/

/** Runs all calls of a scene behind the second lock, though nobody judged them. */
async function triedUnjudged(scene: Scene) {
  const at = stage(scene)
  if (at === undefined) return []
  const before = picture(at.folder)
  const lines = scene.calls
    .filter((call) => !WAITING.test(call))
    .map((call) => {
      const words = quoteWords(wordsOf(call.replaceAll('$PORT', port))!)
      return `timeout -s KILL 4 ${words} <&- >/dev/null 2>&1`
    })
  const env = Object.fromEntries(Object.entries(at.env).filter(([name]) => !OF_LOADER.test(name)))
  const words = ['bash', '-p', '-c', [...lines, 'echo all'].join('\n')]
  const end = await locked(words, at.project, env, false)
  expect(end.isHeld && Buffer.from(end.end.stdout.bytes).toString()).toBe('all\n')
  const { found } = await effectsOf({ ...scene, network: false }, '', '', before, at.folder)
  return found
}

/** `npm test` tries some of them, `npm run test:long` all. */
const EVERY = process.env['SURETY_LONG'] === '1' ? 1 : 7
let number = 0
const scenes = ALL.map((scene) => ({
  ...scene,
  calls: scene.calls.filter(() => (number += 1) % EVERY === 0),
})).filter(({ calls }) => calls.length > 0)

test('there are more than a thousand of them', () => {
  expect(ALL.flatMap(({ calls }) => calls).length).toBeGreaterThan(1000)
})

describe('the first lock alone', () => {
  test.each(scenes)(
    '$name',
    async (scene) => expect(await triedOut(scene, false)).toEqual([]),
    300_000,
  )
})

describe.skipIf(!isLockable)('both locks', () => {
  test.each(scenes)(
    '$name',
    async (scene) => expect(await triedOut(scene, true)).toEqual([]),
    300_000,
  )
})

describe.skipIf(!isLockable)('the second lock alone', () => {
  test.each(scenes)(
    '$name',
    async (scene) => expect(await triedUnjudged(scene)).toEqual([]),
    300_000,
  )
})
