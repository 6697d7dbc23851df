import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

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

/** Names the chunks among modules. */
function chunksOf(modules: readonly string[]): readonly string[] {
  return modules
    .filter((url) => url.includes('/dist/chunks/'))
    .map((url) => url.replace(/^.*\/chunks\//, '').replace(/-[\w-]{8}\.js$/, ''))
    .toSorted()
}

const HEAVY =
  /node_modules|node:(net|tty|stream|child_process|worker_threads|inspector|crypto|readline)$/

describe('a plain command', () => {
  it.each([[['hello', 'Ada']], [['--version']], [['helo']]])('%j loads nothing heavy', (argv) => {
    const modules = modulesOf(argv)
    expect(modules.some((url) => url.includes('/dist/'))).toBe(true)
    expect(modules.filter((url) => HEAVY.test(url))).toEqual([])
  })

  it('opens one file of ours, because each costs about a millisecond', () => {
    expect(modulesOf(['hello', 'Ada']).filter((url) => url.includes('/dist/')).length).toBe(1)
  })

  it('opens one file more for a mistake in the call', () => {
    expect(
      modulesOf(['hello', 'Ada', '--lod']).filter((url) => url.includes('/dist/')).length,
    ).toBe(2)
  })

  it('opens two files more for a page of help', () => {
    expect(chunksOf(modulesOf(['--help']))).toEqual(['builtins', 'help'])
  })

  it.each([[['hello', '--schema']], [['manifest']]])(
    '%j opens two files more, and nothing heavy',
    (argv) => {
      const modules = modulesOf(argv)
      expect(chunksOf(modules)).toEqual(['builtins', 'describe'])
      expect(modules.filter((url) => HEAVY.test(url))).toEqual([])
    },
  )

  it('reads little, because each ten kilobytes cost about half a millisecond', () => {
    const texts = frontDoor(['hello', 'Ada'])
    expect(texts.reduce((size, text) => size + text.length, 0)).toBeLessThan(100_000)
  })

  it('has its public names, and one more that the other files use', async () => {
    const entry = new URL('../dist/index.js', import.meta.url).href
    const names = Object.keys((await import(entry)) as object)
    expect(names.toSorted()).toEqual([
      'SuretyError',
      '__shared',
      'defineCli',
      'defineCommand',
      'defineErrors',
      'defineExitCode',
      'defineGroup',
      'defineSetup',
      'run',
      's',
      'serve',
      'suretyError',
    ])
  })

  it('has V8 compile at once what it calls, because reading it twice costs two milliseconds', () => {
    const hints =
      frontDoor(['hello', 'Ada'])
        .join('')
        .match(/=\((?:async )?function\(/g) ?? []
    expect(hints.length).toBeGreaterThan(100)
  })

  it('reads ASCII alone, because one other letter doubles what V8 has to go through', () => {
    expect(frontDoor(['hello', 'Ada']).filter((text) => /[^\0-\u007f]/.test(text))).toEqual([])
  })
})

describe('a tool that speaks another dialect', () => {
  const spoken = [
    'spec-1.16',
    'td',
    'animus-1',
    'claw-1.0',
    'claw-2.0',
    'incur-compact',
    'incur-full',
  ]

  it.each(spoken)(
    '%s opens at most three files more to write it, and none that reads or runs tools',
    (id) => {
      const modules = modulesOf(['hello', 'Ada', '--envelope', id])
      const names = chunksOf(modules)
      expect(names.length).toBeLessThanOrEqual(3)
      expect(names).toContain('writing')
    },
  )
})

describe('a program of another framework', () => {
  const desk = '../examples/adapters/commander/desk'

  it('loads of ours only what it answers with', () => {
    const modules = modulesOf(['issue', 'show', '1'], desk)
    expect(chunksOf(modules)).toEqual([
      'commander-engine',
      'engine',
      'front',
      // The framework itself loads node:child_process.
      'guard-children',
    ])
    expect(chunksOf(modulesOf(['issue', 'show', '1', '--nope'], desk))).toContain('failure')
  })

  it('loads two small files of ours for the help that people read', () => {
    expect(chunksOf(modulesOf(['--help'], desk))).toEqual(['front'])
  })
})

describe('surety run of a program that prints plain text', () => {
  const modules = modulesOf(['run', '--', 'echo', 'plain'], '../dist/cli/main.js')
  const files = modules.filter((url) => url.includes('/dist/'))
  const names = files.map((url) => url.replace(/^.*\/dist\//, '').replace(/-[\w-]{8}\.js$/, ''))

  it('opens the framework, what calls need, and nothing else of ours', () => {
    expect(names.toSorted()).toEqual([
      'chunks/call',
      // It keeps children from inheriting stdout.
      'chunks/guard-children',
      // Other tools start programs as well.
      'chunks/processes',
      'cli/main.js',
      'index.js',
    ])
  })

  it('loads no package, and of Node only what starting a process takes', () => {
    const heavy = /node_modules|node:(crypto|perf_hooks|worker_threads|inspector|readline|tty)$/
    expect(modules.filter((url) => heavy.test(url))).toEqual([])
    expect(modules).toContain('node:child_process')
  })

  it('reads little, and only ASCII', () => {
    const texts = files.map((url) => readFileSync(fileURLToPath(url), 'utf8'))
    expect(texts.reduce((size, text) => size + text.length, 0)).toBeLessThan(202_000)
    expect(texts.filter((text) => /[^\0-\u007f]/.test(text))).toEqual([])
    // Neither widths of letters nor tables: they are for people.
    expect(texts.filter((text) => text.includes('Segmenter'))).toEqual([])
  })

  it('opens two files more for an answer that may be an envelope', () => {
    const more = modulesOf(['run', '--', 'echo', '{}'], '../dist/cli/main.js')
    const opened = more.filter((url) => url.includes('/dist/') && !files.includes(url))
    expect(opened.map((url) => url.replace(/^.*\//, '').replace(/-[\w-]{8}\.js$/, ''))).toEqual([
      'readers',
      'writing',
    ])
  })
})

it('surety manifest describes its MCP server without loading it', () => {
  const modules = modulesOf(['manifest'], '../dist/cli/main.js')
  expect(chunksOf(modules)).toContain('serve')
  expect(chunksOf(modules)).not.toContain('mcp')
  expect(modules.filter((url) => url.includes('node_modules'))).toEqual([])
})

/** Gives the text of each file of ours that a run reads. */
function frontDoor(argv: readonly string[]): readonly string[] {
  const urls = modulesOf(argv).filter((url) => url.includes('/dist/'))
  expect(urls).not.toEqual([])
  return urls.map((url) => readFileSync(fileURLToPath(url), 'utf8'))
}
