import { fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bundleProgram } from '@surety/internal/process/bundle-program.suite.ts'
import { toolKey } from '../process/tool-file.ts'
import { createFileMemory, fileNameFor } from './file-memory.ts'
import { stateFolder } from '@surety/internal/state-folder.ts'
import { ToolMemory } from './tool-memory.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-memory-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const rule = {
  from: ['user', 'create'],
  to: ['users', 'add'],
  match: 'prefix',
  elsewhere: false,
} as const

describe('a file memory', () => {
  test('shares what it learned with other processes', async () => {
    const memory = createFileMemory(join(folder, 'a'))
    await memory.learnDialect('tool', 'spec-1.0')
    await memory.learnDialect('tool', 'td', '--output=json')
    await memory.recordRedirect('tool', rule)
    await memory.recordManifest('tool', { etag: 'e1', document: { commands: {} } })
    const facts = await createFileMemory(join(folder, 'a')).read('tool')
    expect(facts).toEqual({
      dialect: 'spec-1.0',
      modes: [{ flags: '--output=json', dialect: 'td' }],
      redirects: [rule],
      notices: [],
    })
    expect(await createFileMemory(join(folder, 'a')).readManifest('tool')).toEqual({
      etag: 'e1',
      document: { commands: {} },
    })
    expect(await memory.list()).toEqual([{ tool: 'tool', ...facts, manifest_etag: 'e1' }])
    expect(await memory.read('other')).toEqual({
      dialect: null,
      modes: [],
      redirects: [],
      notices: [],
    })
    expect(await memory.readManifest('other')).toBeNull()
  })

  test('ignores a planted rule that would turn every call into another one', async () => {
    const home = join(folder, 'planted')
    const memory = createFileMemory(home)
    await memory.recordRedirect('tool', rule)
    const own = join(home, fileNameFor('tool'))
    const name = (await readdir(own)).find((each) => each.startsWith('redirect-'))!
    const text = await readFile(join(own, name), 'utf8')
    const planted = { ...rule, to: ['destroy', '--all'] }
    for (const [at, words] of [{ from: [] }, { to: [] }].entries())
      await writeFile(
        join(own, `redirect-${at}0000000000000000.json`.slice(0, name.length - 5) + '.json'),
        JSON.stringify({ ...JSON.parse(text), redirect: { ...planted, ...words } }),
      )
    expect((await createFileMemory(home).read('tool')).redirects).toEqual([rule])
  })

  test('sees at once what another process learned', async () => {
    const home = join(folder, 'seen')
    const [one, other] = [createFileMemory(home), createFileMemory(home)]
    await one.learnDialect('tool', 'td')
    expect((await other.read('tool')).dialect).toBe('td')
    await one.learnDialect('tool', 'spec-1.0')
    expect((await other.read('tool')).dialect).toBe('spec-1.0')
    await one.recordRedirect('tool', rule)
    expect((await other.read('tool')).redirects).toEqual([rule])
    await one.forget('tool')
    expect((await other.read('tool')).dialect).toBeNull()
  })

  test('names no file after a command line, and stores no redirect with a secret', async () => {
    const home = join(folder, 'names')
    const memory = createFileMemory(home)
    const exact = { ...rule, match: 'exact' } as const
    await memory.recordRedirect('tool', { ...exact, from: ['login', '--name=visible'] })
    await memory.recordRedirect('tool', { ...exact, from: ['login', '--token=hunter2hunter2'] })
    await memory.recordRedirect('tool', { ...exact, to: ['login', 'https://a:hunter2@h/'] })
    expect(memory.takeProblems()).toHaveLength(2)
    const names = await readdir(join(home, fileNameFor('tool')))
    expect(names).toEqual([expect.stringMatching(/^redirect-[\da-f]{32}\.json$/)])
    expect((await createFileMemory(home).read('tool')).redirects).toHaveLength(1)
  })

  test('deletes drafts that a killed process left', async () => {
    const home = join(folder, 'drafts')
    const memory = createFileMemory(home)
    await memory.learnDialect('tool', 'td')
    const draft = join(home, fileNameFor('tool'), 'dialect.json.1-1.tmp')
    await writeFile(draft, '')
    await utimes(draft, 1, 1)
    await memory.list()
    expect(await readdir(join(home, fileNameFor('tool')))).toEqual(['dialect.json'])
  })

  test('limits the number of redirects', async () => {
    const memory = createFileMemory(join(folder, 'many'))
    for (let n = 0; n < 258; n += 1) {
      await memory.recordRedirect('tool', { ...rule, from: ['user', `n${n}`] })
    }
    expect((await memory.read('tool')).redirects).toHaveLength(256)
    expect(memory.takeProblems()).toHaveLength(2)
  })

  test('learning about a tool reads its other versions and no other tool', async () => {
    const home = join(folder, 'versions')
    const memory = createFileMemory(home)
    const [older, newer] = ['/bin/tool@0123456789abcdef', '/bin/tool@fedcba9876543210']
    for (const tool of [older, '/bin/other', '/bin/tools']) await memory.learnDialect(tool, 'td')
    // A damaged file is reported by whoever reads it.
    for (const tool of ['/bin/other', '/bin/tools'])
      await writeFile(join(home, fileNameFor(tool), 'dialect.json'), '{')
    const tool = new ToolMemory(memory, () => {})
    await tool.open(newer)
    await tool.recordRedirect(rule)
    expect(memory.takeProblems()).toEqual([])
    expect((await memory.list()).map((known) => known.tool)).toEqual([newer])
    expect(memory.takeProblems()).toHaveLength(2)
  })

  test('forgets a tool', async () => {
    const memory = createFileMemory(join(folder, 'b'))
    await memory.learnDialect('tool', 'td')
    expect(await memory.forget('tool')).toBe(true)
    expect(await memory.forget('tool')).toBe(false)
    expect(await memory.list()).toEqual([])
  })

  test('lets only the owner read its files', async () => {
    const memory = createFileMemory(join(folder, 'c'))
    await memory.learnDialect('tool', 'td')
    const { mode } = await stat(join(folder, 'c', fileNameFor('tool'), 'dialect.json'))
    expect(mode & 0o077).toBe(0)
  })

  test('sets damaged files aside and reports them', async () => {
    const memory = createFileMemory(join(folder, 'd'))
    await memory.learnDialect('tool', 'td')
    await memory.recordRedirect('tool', rule)
    const home = join(folder, 'd', fileNameFor('tool'))
    await writeFile(join(home, 'dialect.json'), '{"tool":"tool","dial')
    await writeFile(join(home, 'manifest.json'), '{"manifest":{"etag":7}}')
    expect(await memory.read('tool')).toEqual({
      dialect: null,
      modes: [],
      redirects: [rule],
      notices: [],
    })
    expect(await memory.readManifest('tool')).toBeNull()
    expect(memory.takeProblems()).toHaveLength(2)
    expect(memory.takeProblems()).toEqual([])
    expect((await readdir(home)).filter((name) => name.includes('.corrupt-'))).toHaveLength(2)
    await memory.learnDialect('tool', 'claw-2.0')
    expect(await memory.read('tool')).toMatchObject({ dialect: 'claw-2.0' })
  })

  test('reports a folder that cannot be written without failing', async () => {
    await writeFile(join(folder, 'file'), 'not a folder')
    const memory = createFileMemory(join(folder, 'file'))
    await memory.learnDialect('tool', 'td')
    expect(await memory.read('tool')).toMatchObject({ dialect: null })
    expect(memory.takeProblems()).not.toEqual([])
  })
})

test('keeps complete files and every acknowledged fact when concurrent writers are killed', async () => {
  const home = join(folder, 'e')
  const script = join(folder, 'writer.mjs')
  bundleProgram(
    `import { createFileMemory } from './client/src/client/memory/file-memory.ts'
     const memory = createFileMemory(process.argv[2])
     for (let n = 0; ; n += 1) {
       await memory.learnDialect('tool', 'dialect-' + process.argv[3])
       await memory.recordRedirect('tool', { from: [process.argv[3], String(n)], to: ['x'], match: 'exact', elsewhere: false })
       process.send(n)
     }`,
    script,
  )
  const acknowledged = await Promise.all(
    ['one', 'two', 'three'].map(
      (name) =>
        new Promise<number>((resolve) => {
          const child = fork(script, [home, name], {
            execArgv: [],
          })
          let last = -1
          child.on('message', (n) => {
            last = Number(n)
            if (last === 12) child.kill('SIGKILL')
          })
          child.on('exit', () => resolve(last))
        }),
    ),
  )
  expect(Math.min(...acknowledged)).toBeGreaterThanOrEqual(12)
  const memory = createFileMemory(home)
  const facts = await memory.read('tool')
  expect(memory.takeProblems()).toEqual([])
  expect(facts.dialect).toMatch(/^dialect-(one|two|three)$/)
  const kept = new Set(facts.redirects.map(({ from }) => from.join(' ')))
  for (const [index, name] of ['one', 'two', 'three'].entries()) {
    for (let n = 0; n <= (acknowledged[index] ?? 0); n += 1) expect(kept).toContain(`${name} ${n}`)
  }
})

describe('keys and file names', () => {
  test('keeps every key inside the folder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        expect(fileNameFor(key)).toMatch(/^[\w][\w.-]{0,60}$/)
      }),
    )
    expect(fileNameFor('../../etc/passwd')).toMatch(/^passwd-/)
  })

  test('identifies files by their path and other programs by their name', () => {
    expect(toolKey(['git'], '/work')).toBe('git')
    expect(toolKey(['node', './bin/t.mjs'], '/home/me')).toBe('node /home/me/bin/t.mjs')
  })

  test.each([
    [{ SURETY_STATE_DIR: '/s' }, '/s'],
    [{ XDG_STATE_HOME: '/x', HOME: '/h' }, '/x/surety'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/h' }, '/h/.local/state/surety'],
    [{ HOME: '/h' }, '/h/.local/state/surety'],
  ])('finds the state folder of %j', (env, expected) => {
    expect(stateFolder(env)).toBe(expected)
  })

  test('stores a fact as one line of JSON', async () => {
    const memory = createFileMemory(join(folder, 'f'))
    await memory.learnDialect('t', 'td')
    const text = await readFile(join(folder, 'f', fileNameFor('t'), 'dialect.json'), 'utf8')
    expect(text).toBe('{"tool":"t","dialect":"td"}\n')
  })
})
