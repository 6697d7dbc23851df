// Puts the documented line into published programs, and compares what they do with what they did:
// node --import tsx bench/adopters/run.ts [--only svgo,vite] [--keep folder]
import { spawnSync, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { checkAnswer, type Ended } from './check-answer.ts'
import { CAC } from './tools/cac.ts'
import { CITTY } from './tools/citty.ts'
import { COMMANDER } from './tools/commander.ts'
import { COMMANDER_MORE } from './tools/commander-more.ts'
import { NONE } from './tools/none.ts'
import { OCLIF } from './tools/oclif.ts'
import { WORLD, type Call, type Tool } from './tools/tool.ts'
import { YARGS } from './tools/yargs.ts'

const TOOLS = [...COMMANDER, ...COMMANDER_MORE, ...YARGS, ...OCLIF, ...CAC, ...CITTY, ...NONE]
/** One after the other of each framework, so that the first few say something of all. */
const MIXED = TOOLS.toSorted((one, other) => rank(one) - rank(other))

function rank(tool: Tool): number {
  const kind = tool.framework.split(' ')[0]!
  return TOOLS.filter(({ framework }) => framework.startsWith(kind)).indexOf(tool)
}

const here = import.meta.dirname
const root = resolve(here, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    keep: { type: 'string' },
    write: { type: 'boolean' },
    built: { type: 'string' },
    brief: { type: 'boolean' },
  },
})
const home = values.keep ?? fs.mkdtempSync(join(tmpdir(), 'adopters-'))

/** What became of the calls of one program. */
interface Result {
  readonly tool: string
  readonly framework: string
  readonly lines: number
  readonly calls: number
  readonly same: { pipe: number; terminal: number }
  readonly right: { flag: number; variable: number }
  /** Calls that differ between bare runs, too. */
  readonly varying: string[]
  readonly wrong: string[]
}

function install(): void {
  fs.mkdirSync(home, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(join(here, name), join(home, name))
  const npm = (...words: string[]) =>
    spawnSync('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  // `npm ci` refuses a lock without packages for other machines.
  if (!fs.existsSync(join(home, 'node_modules'))) npm('install')
  const own = join(home, 'node_modules/@surety/adopt')
  fs.rmSync(own, { recursive: true, force: true })
  for (const name of ['dist', 'package.json'])
    fs.cpSync(join(values.built ?? join(root, 'packages/adopt'), name), join(own, name), {
      recursive: true,
    })
}

/** Writes the lines of the page into the files of a program, or takes them out again. */
function edit({ folder, edits }: Tool, isAdapted: boolean): void {
  for (const { file, ...change } of edits) {
    const path = join(home, 'node_modules', folder, file)
    const kept = `${path}.bare`
    if (!fs.existsSync(kept)) fs.copyFileSync(path, kept)
    let text = fs.readFileSync(kept, 'utf8')
    if (isAdapted) {
      const load =
        change.load === 'import'
          ? `import { answerAgents } from '@surety/adopt'\n`
          : `const { answerAgents } = require('@surety/adopt');\n`
      if (change.from !== undefined) {
        if (!text.includes(change.from)) throw new Error(`${path} has no ${change.from}`)
        text = text.replace(change.from, () => change.to ?? '')
      }
      const start = /^#!.*\n/.exec(text)?.[0] ?? ''
      const call = change.first ? `${change.first}\n` : ''
      text = `${start}${load}${call}${text.slice(start.length)}`
    }
    fs.writeFileSync(path, text)
  }
}

/** A folder with the same files for every call. */
function freshWorld(tool: Tool): string {
  const world = join(home, 'worlds', tool.name)
  fs.rmSync(world, { recursive: true, force: true })
  for (const [name, text] of Object.entries({ ...WORLD, ...tool.world })) {
    fs.mkdirSync(dirname(join(world, name)), { recursive: true })
    fs.writeFileSync(join(world, name), text)
  }
  fs.mkdirSync(join(home, 'homes', tool.name), { recursive: true })
  return world
}

function filesOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      found[path.slice(folder.length + 1)] = fs.readFileSync(path, 'latin1')
    }
  return found
}

type Way = 'pipe' | 'terminal'
const WAYS: readonly Way[] = values.brief ? ['pipe'] : ['pipe', 'terminal']

async function run(tool: Tool, call: Call, way: Way, more: Asking = {}): Promise<Ended> {
  const world = freshWorld(tool)
  const end = call.words.indexOf('--')
  const at = end < 0 ? call.words.length : end
  const words = call.words.toSpliced(at, 0, ...(more.words ?? []))
  const node = [process.execPath, join(home, 'node_modules', tool.folder, tool.bin), ...words]
  const env = {
    PATH: process.env['PATH'],
    HOME: join(home, 'homes', tool.name),
    TERM: 'xterm-256color',
    NO_UPDATE_NOTIFIER: '1',
    ...tool.env,
    ...more.env,
  }
  const line =
    way === 'pipe'
      ? node
      : ['python3', join(here, 'terminal.py'), call.stdin === undefined ? 'ends' : 'read', ...node]
  const child = spawn(line[0]!, line.slice(1), { cwd: world, env, timeout: 120_000 })
  child.stdin.on('error', () => {})
  child.stdin.end(call.stdin ?? '')
  const bytes = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => bytes[name].push(chunk))
  const exit = await new Promise<number | string>((done) =>
    child.on('close', (code, signal) => done(code ?? signal!)),
  )
  const ended = {
    stdout: Buffer.concat(bytes.stdout),
    stderr: Buffer.concat(bytes.stderr).toString(),
    exit,
    files: filesOf(world),
  }
  if (way === 'pipe') return ended
  const { stdout, stderr, ...rest } = JSON.parse(ended.stdout.toString()) as Record<string, string>
  return {
    ...ended,
    ...rest,
    stdout: Buffer.from(stdout!, 'base64'),
    stderr: Buffer.from(stderr!, 'base64').toString(),
  }
}

interface Asking {
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** What may differ between two runs of the same program: how long they took, and on which line of a file it is that is one longer. */
function shown(tool: Tool, ended: Ended): string {
  const mask = (text: string) =>
    [
      /(?<=\.[cm]?js|\/bin\/[\w-]+):\d+(?::\d+)?/g,
      /(?<![\d.,])\d+(?:[.,]\d+)?\s?(?:ms|s|μs|seconds)\b/g,
      /\d?\d:\d\d:\d\d(?:\.\d+)?/g,
      ...(tool.masks ?? []),
    ].reduce((masked, pattern) => masked.replaceAll(pattern, '<time>'), text)
  const files = Object.entries(ended.files).map(([name, text]) => [name, mask(text)])
  return JSON.stringify([
    mask(ended.stdout.toString('latin1')),
    mask(ended.stderr),
    ended.exit,
    files.toSorted(([one], [other]) => (one! < other! ? -1 : 1)),
  ])
}

/** A trace has frames of ours when the program is called by us. */
function withoutFrames(ended: Ended): Ended {
  return { ...ended, stderr: ended.stderr.replaceAll(/^ +at .*\n?/gm, '') }
}

async function compare(tool: Tool): Promise<Result> {
  const result: Result = {
    tool: `${tool.name} ${versionOf(tool)}`,
    framework: tool.framework,
    lines: tool.edits.reduce(
      (sum, { from, first }) => sum + 1 + Number(!!from) + Number(!!first),
      0,
    ),
    calls: tool.calls.length,
    same: { pipe: 0, terminal: 0 },
    right: { flag: 0, variable: 0 },
    varying: [],
    wrong: [],
  }
  edit(tool, false)
  const bare = []
  for (const call of tool.calls)
    bare.push({
      pipe: await run(tool, call, 'pipe'),
      terminal: values.brief ? undefined : await run(tool, call, 'terminal'),
      flag: call.isOwn ? await run(tool, call, 'pipe', { words: ['--json'] }) : undefined,
    })
  const differing: Differing[] = []
  edit(tool, true)
  for (const [place, call] of tool.calls.entries()) {
    const before = bare[place]!
    const title = `${tool.name} ${call.words.join(' ')}`
    for (const way of WAYS) {
      const after = shown(tool, await run(tool, call, way))
      if (after === shown(tool, before[way]!)) result.same[way]++
      else differing.push({ call, way, after, before: shown(tool, before[way]!) })
    }
    const asked = {
      flag: { words: ['--json'] },
      variable: { env: { [`${tool.variable}_FORMAT`]: 'json' } },
    }
    for (const way of ['flag', 'variable'] as const) {
      const after = await run(tool, call, 'pipe', asked[way])
      const isNative = way === 'flag' && before.flag !== undefined
      const flaw = isNative
        ? shown(tool, after) === shown(tool, before.flag!)
          ? undefined
          : `its own flag was taken\n  ${shown(tool, after).slice(0, 500)}`
        : checkAnswer(withoutFrames(after), withoutFrames(before.pipe), call, (ended) =>
            shown(tool, ended),
          )
      if (flaw === undefined) result.right[way]++
      else result.wrong.push(`${title}: asked by ${way}: ${flaw}`)
    }
  }
  edit(tool, false)
  for (const each of differing) await judge(tool, each, result)
  return result
}

interface Differing {
  readonly call: Call
  readonly way: Way
  readonly before: string
  readonly after: string
}

/** Runs a call that differs some more times bare: what the program does otherwise by itself is not ours. */
async function judge(tool: Tool, { call, way, before, after }: Differing, result: Result) {
  const bare = new Set([before])
  for (let more = 0; more < 4; more++) bare.add(shown(tool, await run(tool, call, way)))
  if (bare.has(after)) result.same[way]++
  else if (bare.size > 1) result.varying.push(`${call.words.join(' ')}, in a ${way}`)
  else
    result.wrong.push(
      `${tool.name} ${call.words.join(' ')}: not the same in a ${way}\n  ${before.slice(0, 600)}\n  ${after.slice(0, 600)}`,
    )
}

function versionOf({ folder }: Tool): string {
  const path = join(home, 'node_modules', folder, 'package.json')
  return (JSON.parse(fs.readFileSync(path, 'utf8')) as { version: string }).version
}

install()
/** Puts a result among those of earlier runs. */
function write(result: Result): void {
  const path = join(root, 'bench/results/adopters.json')
  const before = fs.existsSync(path)
    ? (JSON.parse(fs.readFileSync(path, 'utf8')) as readonly Result[])
    : []
  const others = before.filter(({ tool }) => tool !== result.tool)
  const title = ({ framework, tool }: Result) => `${framework} ${tool}`
  const all = [...others, result].toSorted((one, other) => (title(one) < title(other) ? -1 : 1))
  const lines = all.map((each) => JSON.stringify(each))
  fs.writeFileSync(path, `[\n${lines.join(',\n')}\n]\n`)
}

const only = values.only?.split(',')
const waiting = MIXED.filter(({ name }) => !only || only.includes(name))
const results: Result[] = []
async function work(): Promise<void> {
  for (let tool = waiting.shift(); tool; tool = waiting.shift()) {
    const result = await compare(tool)
    results.push(result)
    if (values.write) write(result)
    const { same, right, calls, wrong } = result
    console.log(
      `${result.tool}: ${same.pipe + same.terminal}/${2 * calls} same, ${right.flag + right.variable}/${2 * calls} right`,
    )
    for (const each of [...result.varying, ...wrong]) console.log(`- ${each}`)
  }
}
await Promise.all([work(), work(), work()])
process.exitCode = results.some(({ wrong }) => wrong.length > 0) ? 1 : 0
if (values.keep === undefined) fs.rmSync(home, { recursive: true, force: true })
