import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { countStart } from '../scripts/weigh/count-start.ts'

const known = new Map<string, readonly string[]>()

/** Lists the modules that a run loads, as V8 saw them. The same run is made once. */
function modulesOf(argv: readonly string[], name = 'bin/hello.mjs'): readonly string[] {
  const key = JSON.stringify([name, argv])
  const modules = known.get(key) ?? loadedBy(argv, name)
  known.set(key, modules)
  return modules
}

function loadedBy(argv: readonly string[], name: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'))
  const program = fileURLToPath(new URL(name, import.meta.url))
  spawnSync(process.execPath, [program, ...argv], {
    env: { ...process.env, NODE_V8_COVERAGE: folder, SURETY_STATE_DIR: join(folder, 'state') },
  })
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const urls = files.flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      result: { url: string }[]
    }
    return result.map(({ url }) => url)
  })
  rmSync(folder, { recursive: true })
  return urls
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly [{ readonly count: number }] }[]
  }[]
}

const HEAVY =
  /node_modules\/(?!surety\/)|node:(net|tty|stream|child_process|worker_threads|inspector|crypto|readline)$/

describe('a command of three lines', () => {
  it.each([
    [['hello', 'Ada']],
    [['--version']],
    [['helo']],
    [['hello', 'Ada', '--lod']],
    [['--help']],
    [['hello', '--schema']],
    [['manifest']],
  ])('%j loads nothing heavy', (argv) => {
    const modules = modulesOf(argv)
    expect(modules.some((url) => url.includes('/dist/'))).toBe(true)
    expect(modules.filter((url) => HEAVY.test(url))).toEqual([])
  })
})

describe('a start of a tool of three commands', () => {
  /** Functions called and kilobytes loaded of the build; a change that takes less lowers them here. */
  it.each([
    ['sync', 213, 146],
    ['await', 214, 146],
    ['list', 219, 163],
    ['unknown-flag', 362, 231],
    ['help', 243, 209],
  ] as const)(
    '%s calls at most %i functions and loads at most %i KB',
    (name, functions, kilobytes) => {
      const start = countStart(name)
      expect(start.functions).toBeLessThanOrEqual(functions)
      expect(start.bytes / 1000).toBeLessThanOrEqual(kilobytes)
    },
  )
})

/** A plain call reads few bytes because others read more files, which costs them less than it saves. */
it('a call reads two files of ours, and others as few as there are parts that they need', () => {
  const ours = (argv: readonly string[]) =>
    modulesOf(argv).filter((url) => url.includes('/dist/')).length
  expect(ours(['hello', 'Ada'])).toBeLessThanOrEqual(2)
  expect(ours(['hello', 'Ada', '--lod'])).toBeLessThanOrEqual(5)
  expect(ours(['--help'])).toBeLessThanOrEqual(4)
  expect(ours(['list'])).toBeLessThanOrEqual(3)
  expect(ours(['manifest'])).toBeLessThanOrEqual(11)
})

it.each([[['look']], [['lok']]])(
  '%j of generation 1.16 loads nothing that reads answers',
  (argv) => {
    const modules = modulesOf(argv, 'bin/requirements/strict.mjs')
    expect(modules.some((url) => url.includes('/encoders-'))).toBe(true)
    expect(modules.filter((url) => /\/(?:reading|spec)-[^/]+$/.test(url))).toEqual([])
  },
)

it('a call of generation 1.16 that goes well loads nothing of failures, lists and left files', () => {
  const modules = modulesOf(['look'], 'bin/requirements/strict.mjs')
  const ours = modules.filter((url) => url.includes('/dist/'))
  const unused = /\/(?:fail|crash|shape|internal|texts|prune)-[^/]+$|node:(?:crypto|perf_hooks)$/
  expect(modules.filter((url) => unused.test(url))).toEqual([])
  expect(ours.length).toBeLessThanOrEqual(17)
})

it('a variable of the author loads nothing of generation 1.16', () => {
  const modules = modulesOf(['region'], 'bin/reads-a-variable.mjs')
  expect(modules.some((url) => url.includes('/argv-'))).toBe(true)
  expect(modules.filter((url) => /\/(?:current|judge|shape)-[^/]+$/.test(url))).toEqual([])
})

it('what every call reads is ASCII, of which Node keeps and parses one byte a character', () => {
  const framework = modulesOf(['hello', 'Ada']).find((url) => url.includes('/framework-'))
  expect(readFileSync(fileURLToPath(framework!), 'utf8')).toMatch(/^[\0-\x7f]+$/)
})

describe('a program that answers agents', () => {
  it('loads the question alone in a call that does not ask', () => {
    const files = modulesOf(['--help'], '../examples/adapters/commander/desk')
    const ours = files.filter((url) => url.includes('/adopt/dist/'))
    expect(ours.map((url) => url.slice(url.lastIndexOf('/')))).toEqual(['/index.js'])
  })
})

describe('the surety command', () => {
  const main = '../node_modules/@surety/cli/dist/cli/surety.cjs'

  it('runs a program without loading a package, and of Node only what starting a process takes', () => {
    const modules = modulesOf(['run', '--', 'echo', 'plain'], main)
    const heavy = /node_modules\/(?!@?surety\/)|\/help-[^/]+$|node:(inspector|readline|tty)$/
    expect(modules.filter((url) => heavy.test(url))).toEqual([])
    expect(modules).toContain('node:child_process')
    const all = modules.filter((url) => url.includes('/dist/')).map((url) => fileURLToPath(url))
    // On a busy machine it takes so long that it is looked after, which loads these.
    const isLong = all.some((file) => file.includes('/look-after-'))
    const late = /\/(?:look-after|crash|fail)-[^/]+$/
    const ours = all.filter((file) => !isLong || !late.test(file))
    expect(ours.length).toBeLessThanOrEqual(27)
    expect(ours.reduce((sum, file) => sum + statSync(file).size, 0) / 1000).toBeLessThanOrEqual(751)
  })

  it.each([
    [['decode', '--dialects'], main],
    [['decode', '/dev/null'], main],
    [['new'], main],
  ])('%j of %s runs no program, so it does not load the client', (argv, name) => {
    const modules = modulesOf(argv, name)
    expect(modules.some((url) => url.includes('/framework-'))).toBe(true)
    expect(modules.filter((url) => /\/run-.{8}\.c?js$/.test(url))).toEqual([])
  })

  it('loads the parser of lines for a line, and for nothing else', () => {
    const parsersOf = (...argv: readonly string[]) =>
      modulesOf(argv, main).filter((url) => /\/line-(?:list|program)-[^/]+$/.test(url)).length
    expect(parsersOf('run', '--', 'ls')).toBe(0)
    expect(parsersOf('sh', '--', 'ls | head -3')).toBeGreaterThan(0)
  })

  it('says nothing after a command, be it a pipe, with two small files, and a sentence with four', () => {
    const folder = mkdtempSync(join(tmpdir(), 'note-'))
    const root = fileURLToPath(new URL('../node_modules/@surety/cli/', import.meta.url))
    const spy = join(folder, 'spy.cjs')
    writeFileSync(spy, `process.on('exit', () => console.error(process.moduleLoadList.join()))`)
    /** Names the files of the build that were loaded, and counts the functions that were called in them. */
    const after = (command: string, stdout: string, error?: string) => {
      const coverage = mkdtempSync(join(folder, 'coverage-'))
      const note = spawnSync(
        process.execPath,
        ['--require', spy, join(root, 'dist/cli/surety.cjs'), 'hook', 'note', 'claude-code'],
        {
          input: JSON.stringify({
            tool_name: 'Bash',
            tool_input: { command },
            ...(error === undefined ? { tool_response: { stdout } } : { error }),
          }),
          env: { PATH: process.env['PATH'], HOME: folder, NODE_V8_COVERAGE: coverage },
          encoding: 'utf8',
        },
      )
      const scripts = readdirSync(coverage)
        .flatMap(
          (file) => (JSON.parse(readFileSync(join(coverage, file), 'utf8')) as Coverage).result,
        )
        .filter(({ url }) => url.includes('/dist/'))
      return {
        said: note.stdout,
        // Each of them takes longer than a sentence.
        heavy: note.stderr.match(/NativeModule (?:crypto|os|child_process)\b/g) ?? [],
        files: scripts.map(({ url }) => basename(url)),
        bytes: scripts.reduce((sum, { url }) => sum + statSync(fileURLToPath(url)).size, 0),
        calls: scripts
          .flatMap(({ functions }) => functions.map(({ ranges: [whole] }) => whole.count))
          .reduce((sum, count) => sum + count, 0),
      }
    }
    for (const [command, stdout] of [
      ['ls -la', 'a\nb\n'],
      ['npm test 2>&1 | tail -5', ' Tests  4 passed (4)\n'],
      ['cd src && gh issue list | grep -c error', '12\n'],
    ] as const) {
      const silent = after(command, stdout)
      expect(silent.said).toBe('')
      expect(silent.files).toEqual(['surety.cjs', 'note.cjs'])
      expect(silent.bytes).toBeLessThan(30_000)
      expect(silent.calls).toBeLessThan(80)
      expect(silent.heavy).toEqual([])
    }
    // A sentence takes two small files more, and that about a line the parser and the rules.
    const rows = '1\tOPEN\tA title\n'.repeat(30)
    const words = ['surety.cjs', 'note.cjs', 'note-missed.cjs', 'note-rolldown-runtime.cjs']
    const line = [...words, 'note-lines.cjs']
    for (const [sentence, files, command, stdout, error] of [
      ['npm test failed; the pipe hid', line, 'npm test | tail -5', ' Tests  1 failed (4)\n'],
      ['30 rows', words, 'gh issue list', rows],
      ['30 rows', line, 'cd a && gh issue list --json number | jq length', '30\n'],
      [
        'this tells: gh pr list',
        words,
        'gh pr create --head x',
        '',
        'Exit code 1\ndeadline exceeded',
      ],
    ] as const) {
      const told = after(command, stdout, error)
      expect(told.said).toContain(sentence)
      expect(told.files).toEqual(files)
      expect(told.calls).toBeLessThan(files === words ? 1200 : 3000)
    }
    rmSync(folder, { recursive: true })
  })

  it('describes its MCP server without loading it', () => {
    const modules = modulesOf(['manifest'], main)
    expect(
      modules.filter((url) => /\/chunks\/mcp-|node_modules\/(?!@?surety\/)/.test(url)),
    ).toEqual([])
  })
})
