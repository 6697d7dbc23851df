// Runs each line of a list in a good and in a bad project, watched and bare, and writes how it ended: what is judged later
// needs none of the programs. Usage: npx tsx bench/lines/record.ts lines.txt frames.ndjson, with `LINE ## truth` on each line, `␤` for a
// line feed.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { observe } from '../../packages/client/src/shell/index.ts'

const [list = '', target = ''] = process.argv.slice(2)
const root = mkdtempSync(join(tmpdir(), 'lines-'))
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
})
const PATH = [join(python.stdout.trim(), '..'), process.env['PATH']].join(':')
const MOST = 3000

for (const kind of ['good', 'bad']) {
  const env = { ...process.env, TSC: here('../../node_modules/.bin/tsc') }
  const made = spawnSync('bash', [here('world.sh'), join(root, kind), kind], {
    env,
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(made.stderr)
}
const server = createServer((_, response) => response.end('{"state":"ok"}\n'))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
/** As long as the word that it stands for, so that places in the line stay. */
const port = {
  good: String((server.address() as AddressInfo).port).padStart(6, '0'),
  bad: '000009',
}

interface End {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(text: string, kind: 'good' | 'bad', name: string): Promise<End> {
  const folder = join(root, 'run', name)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, kind), folder, { recursive: true, verbatimSymlinks: true })
  const env = {
    PATH: `${folder}/bin:${PATH}`,
    HOME: `${folder}/home`,
    CARGO_HOME: join(process.env['HOME'] ?? '', '.cargo'),
    RUSTUP_HOME: join(process.env['HOME'] ?? '', '.rustup'),
    PYTHONDONTWRITEBYTECODE: '1',
    npm_config_update_notifier: 'false',
    CARGO_TERM_COLOR: 'never',
  }
  const child = spawn('bash', ['-c', text], {
    cwd: join(folder, 'w'),
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()))
  return new Promise((resolve) => {
    child.on('exit', (exit) =>
      setTimeout(() => {
        try {
          process.kill(-child.pid!, 'SIGKILL')
        } catch {
          // Nothing was left.
        }
        resolve({ exit, ...said })
      }, 50),
    )
  })
}

const cut = (text: string) =>
  (text.length <= MOST ? text : `${text.slice(0, MOST / 2)}\n${text.slice(-MOST / 2)}`).replaceAll(
    root,
    '/tmp/x',
  )
const typedIn = (row: string) => (JSON.parse(row) as { readonly typed: string }).typed
const rowsOf = (file: string) =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
const known = new Map(rowsOf(target).map((row) => [typedIn(row), row]))
const isCompared = process.argv.includes('--compare')
const wanted = rowsOf(list).map(
  (row) => row.replaceAll('${"$"}', '$').replaceAll('␤', '\n').split(' ## ') as [string, string],
)
const left = wanted.filter(([typed]) => isCompared || !known.has(typed))

async function work(name: string): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const [typed, truth] = next
    const recorded: Record<string, unknown> = { typed, truth }
    for (const kind of ['good', 'bad'] as const) {
      const line = typed.replaceAll('@PORT@', port[kind])
      const log = join(root, `log-${name}`)
      writeFileSync(log, '')
      const end = await run(observe(line, { to: log }).text, kind, name)
      const statuses = readFileSync(log, 'utf8')
      if (isCompared) {
        const bare = await run(line, kind, name)
        const same = (one: End) =>
          [one.exit, one.stdout, one.stderr]
            .map((text) => String(text).replaceAll(/\d+/g, '0'))
            .join('\n')
        if (same(bare) !== same(end))
          console.log('DIFFERS', kind, line, JSON.stringify([bare, end]).slice(0, 600))
      }
      recorded[kind] = {
        exit: end.exit,
        stdout: cut(end.stdout),
        stderr: cut(end.stderr),
        statuses,
      }
    }
    known.set(typed, JSON.stringify(recorded))
    writeFileSync(target, wanted.flatMap(([each]) => known.get(each) ?? []).join('\n') + '\n')
  }
}
await Promise.all(['a', 'b', 'c'].map(work))
server.close()
rmSync(root, { recursive: true, force: true })
