import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import ts from 'typescript'

import { root } from '../build/targets.mjs'

/**
 * Prints how heavy the house is: `npm run weigh`, with `-- --files` for the files on each path. Tests,
 * suites, tables, arbitraries and programs of tests do not count.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } })
const isOwn = (file: string): boolean =>
  /^src\/.*\.ts$/.test(file) &&
  !/\.(test|test-d|suite|table|arbitrary|program|cases|long)\.ts$/.test(file)
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const sources = tracked.filter(isOwn)
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
const within = (folder: string, name: RegExp): number =>
  readdirSync(join(root, folder)).filter((file) => name.test(file)).length

const { members, writers } = weighRun()
const figures: Record<string, number> = {
  'lines of src': linesOf(sources),
  'files of src': sources.length,
  'members of Run': members,
  'files that write to Run': writers.length,
  'public names': publicNames(),
  'lines of tsdown.config.ts and scripts/build': linesOf(
    tracked.filter((file) => file === 'tsdown.config.ts' || file.startsWith('scripts/build/')),
  ),
  'decision records': within('docs/decisions', /^\d{4}-/),
  'waiting changesets': within('.changeset', /^(?!README).*\.md$/),
}
for (const [name, figure] of Object.entries(figures))
  console.log(`${String(figure).padStart(7)}  ${name}`)
for (const path of [
  'argv to handler',
  'value to stdout',
  'throw to stdout',
  'bytes to verdict',
  'MCP call to answer',
]) {
  const files = walk(path)
  const functions = files.reduce((sum, file) => sum + file.functions.length, 0)
  console.log(
    `${String(files.length).padStart(7)}  files on the path ${path} (${functions} functions)`,
  )
  if (values.files)
    for (const { file, functions: names } of files)
      console.log(`         ${file}: ${names.join(', ')}`)
}
if (values.files) console.log(`Run is written by:\n  ${writers.join('\n  ')}`)

/** Counts the members of the state of a run, and finds the files that assign to one of them. */
function weighRun(): { members: number; writers: readonly string[] } {
  const file = sources.find(
    (each) => /export (?:interface|class) Run\b/.test(textOf(each)) && each.includes('/runtime/'),
  )!
  const program = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest)
  const run = program.statements.find(
    (node) =>
      (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) && node.name?.text === 'Run',
  ) as ts.InterfaceDeclaration
  const writes = /\brun\.\w+ (?:[-+*|&?]{0,2}=(?![=>]))|\brun\.\w+(?:\+\+|--)/
  return {
    members: run.members.length,
    writers: sources.filter((each) => each.includes('/runtime/') && writes.test(textOf(each))),
  }
}

function publicNames(): number {
  const api = JSON.parse(textOf('tests/public-api.json')) as Record<
    string,
    Record<string, readonly string[]>
  >
  return new Set(Object.values(api).flatMap((lists) => Object.values(lists).flat())).size
}

function walk(path: string): readonly { file: string; functions: readonly string[] }[] {
  const folder = mkdtempSync(join(tmpdir(), 'surety-walk-'))
  const result = join(folder, 'result.json')
  const argv = ['--import', 'tsx', join(root, 'scripts/weigh/walk-path.ts'), path, result]
  const messages = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'weigh', version: '1' },
      },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'call_read', arguments: { command: 'hello', arguments: { name: 'Ada' } } },
    },
  ]
  const input = messages.map((message) => JSON.stringify(message)).join('\n')
  // The input stays open for as long as a call takes.
  const line = '(printf "%s\\n" "$INPUT"; sleep 3) | "$@" >/dev/null 2>&1'
  spawnSync('sh', ['-c', line, 'sh', process.execPath, ...argv], {
    env: { ...process.env, INPUT: path.startsWith('MCP') ? input : '' },
  })
  const files = JSON.parse(readFileSync(result, 'utf8')) as readonly {
    file: string
    functions: readonly string[]
  }[]
  rmSync(folder, { recursive: true })
  // What runs the process and keeps the record of the call is not on the way of its bytes.
  return files.filter(
    ({ file }) => !/^src\/(client\/(?:call|memory)|internal\/process)\//.test(file),
  )
}
