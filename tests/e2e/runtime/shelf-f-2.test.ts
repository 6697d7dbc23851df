import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'
import { runAll, shelfOf, type ShelfAnswer } from '../processes/run-shelf.ts'

// The lines of the framework below P0 in contract 1.16: files, descriptors, variables, releases, setup.

const shelf = shelfOf('shelf-f.mjs')
const words = (line: string, env: Record<string, string> = {}) => shelf(line.split(' '), { env })
const file = (name: string) =>
  fileURLToPath(new URL(`../../bin/requirements/${name}`, import.meta.url))

describe('files', () => {
  it('REQ-F-070/3,4,5,6,7,8: are drafts beside their target, synced and then renamed', async () => {
    const [cwd, noted] = [folder(), join(folder(), 'noted')]
    const env = {
      NODE_OPTIONS: `--import=${pathToFileURL(file('note-files.mjs')).href}`,
      NOTED_FILES: noted,
    }
    mkdirSync(join(cwd, 'taken'))
    const set = await shelf(['set', 'a', '3'], { cwd, env })
    const out = await shelf(['texts', '--output', join(cwd, 'out.json')], { cwd, env })
    const taken = await shelf(['texts', '--output', join(cwd, 'taken')], { cwd, env })
    expect([set.code, out.code]).toEqual([0, 0])
    expect(taken.code).not.toBe(0)
    const steps = readFileSync(noted, 'utf8').trim().split('\n')
    for (const target of ['.my-shelf-config', 'out.json', 'taken'].map((name) => join(cwd, name))) {
      const own = steps.filter((step) => step.includes(`${target}.`) && !step.includes('.lock'))
      expect(own.map((step) => step.split(' ')[0])).toEqual(['open', 'sync', 'rename'])
      expect(own.at(-1)).toMatch(/\.tmp \S+$/)
      expect(steps).not.toContain(`open ${target}`)
      expect(steps).not.toContain(`writeFileSync ${target}`)
    }
    expect(readdirSync(cwd).toSorted()).toEqual(['.my-shelf-config', 'out.json', 'taken'])
  })

  it('REQ-F-070/1,2: stay whole if a writer is killed or another one writes too', async () => {
    const cwd = folder()
    const config = join(cwd, '.my-shelf-config')
    writeFileSync(config, '{"kept":true}')
    const killed = await shelf(['set', 'a', '600000'], {
      cwd,
      env: {
        NODE_OPTIONS: `--import=${pathToFileURL(file('note-files.mjs')).href}`,
        NOTED_FILES: join(folder(), 'noted'),
        KILL_BEFORE: config,
      },
    })
    expect(killed.signal).toBe('SIGKILL')
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    expect(readFileSync(config, 'utf8')).toBe('{"kept":true}')
    const both = await Promise.all([7, 9].map((size) => shelf(['set', 'b', `${size}`], { cwd })))
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    const { b } = JSON.parse(readFileSync(config, 'utf8')) as { readonly b: string }
    expect(['v'.repeat(7), 'v'.repeat(9)]).toContain(b)
  })
})

describe('work that outlives its call', () => {
  it('REQ-F-081/5: keeps the input that was piped to the call', async () => {
    const env = { XDG_STATE_HOME: folder(), HOME: folder() }
    const first = await shelf(['counts', '--budget', '300ms'], {
      env,
      input: 'abc',
    })
    expect(first).toMatchObject({ code: 14, data: { state: 'running' } })
    const [, ...wait] = (first.data['continue_command'] as string).split(' ')
    const last = await shelf(wait, { env })
    expect(last).toMatchObject({ code: 0, data: { length: 3 } })
  })
})

/** Where the descriptors of a process lead; what the tests themselves inherited is nobody's here. */
function descriptorsOf(pid: number): readonly string[] {
  const linksOf = (path: string) =>
    readdirSync(path).flatMap((name) => {
      try {
        return [`${name} ${readlinkSync(join(path, name))}`]
      } catch {
        return []
      }
    })
  const ours = linksOf('/proc/self/fd')
  return linksOf(`/proc/${pid}/fd`).filter((link) => /^[012] /.test(link) || !ours.includes(link))
}

describe.runIf(existsSync('/proc/self/fd'))('descriptors', () => {
  it('REQ-F-071/1,2,3,4,5,6,7: of ours are in no child that stays', async () => {
    const traces = [join(folder(), 'one'), join(folder(), 'two'), join(folder(), 'three')]
    const start = (at: number, argv: readonly string[], more = {}) =>
      shelf(['leaves', ...argv], {
        cwd: folder(),
        env: { TRACE: traces[at]!, MY_SHELF_AUDIT_LOG: join(folder(), 'log') },
        ...more,
      })
    const started = performance.now()
    const [quiet, killed, loud] = await Promise.all([
      start(0, []),
      start(1, ['--wait'], {
        whenReady: (child: { kill: (by: string) => void }) => child.kill('SIGKILL'),
      }),
      start(2, ['--inherits'], {
        onStart: (child: { stdout: NodeJS.ReadableStream; stderr: { destroy: () => void } }) => {
          child.stdout.resume().on('end', () => child.stderr.destroy())
        },
      }),
    ])
    // All streams of the callers have ended, and the children live.
    expect(performance.now() - started).toBeLessThan(20_000)
    expect([quiet.code, killed.signal, loud.code]).toEqual([0, 'SIGKILL', 0])
    const pids = traces.map((trace) => Number(readFileSync(trace, 'utf8')))
    try {
      const silent = ['0 /dev/null', '1 /dev/null', '2 /dev/null']
      expect(descriptorsOf(pids[0]!)).toEqual(silent)
      expect(descriptorsOf(pids[1]!)).toEqual(silent)
      expect(descriptorsOf(pids[2]!)).toHaveLength(3)
    } finally {
      for (const pid of pids) process.kill(pid)
    }
  })
})

describe('lines', () => {
  it('REQ-F-072/1,2,3,4,5,6: end in LF everywhere', async () => {
    const path = join(folder(), 'out.json')
    const ran = await runAll({
      json: shelf(['texts']),
      plain: words('texts --format plain'),
      written: shelf(['texts', '--output', path]),
      help: shelf(['texts', '--help']),
      refused: words('texts --nope'),
      logged: words('logs --debug'),
    })
    for (const { stdout, stderr } of Object.values(ran)) expect(stdout + stderr).not.toContain('\r')
    expect(ran.plain.stdout).toContain('one two')
    expect(ran.json.data['lines']).toBe('one\ntwo')
    expect(ran.help.stderr.length).toBeGreaterThan(100)
    expect(ran.logged.stderr).toContain('\n')
    expect(readFileSync(path, 'utf8')).toMatch(/\n$/)
    expect(readFileSync(path, 'utf8')).not.toContain('\r')
  })
})

describe('variables', () => {
  type Entry = { readonly name: string; readonly description: string }
  type Flags = Record<string, { readonly env_vars?: readonly Entry[] }>
  let ran: Readonly<
    Record<'manifest' | 'bare' | 'debug' | 'both' | 'borrowed' | 'flag' | 'unfit', ShelfAnswer>
  >
  beforeAll(async () => {
    const region = { MY_SHELF_REGION: 'own', CLOUD_REGION: 'theirs' }
    ran = await runAll({
      manifest: words('manifest'),
      bare: words('--version', { DEBUG: '1' }),
      debug: words('--version', { MY_SHELF_DEBUG: '1' }),
      both: words('env', region),
      borrowed: words('env', { CLOUD_REGION: 'theirs' }),
      flag: words('env --region here', region),
      unfit: words('own', { CLASH: 'variable' }),
    })
  })

  it('REQ-F-073/2,5: only the prefixed one turns diagnostics on', () => {
    expect(ran.debug.stderr).toContain('[DEBUG] my-shelf 1.4.0')
    expect(ran.bare.stderr).toBe('')
    expect(ran.bare.stdout).toBe(ran.debug.stdout)
  })

  it('REQ-F-073/1,4,6,9,11: are all in the manifest, once, with the prefix of the tool', () => {
    const { data } = ran.manifest
    const root = (data['env_vars'] as Entry[]).map(({ name }) => name)
    const prefixed = ['MY_SHELF_DEBUG', 'MY_SHELF_AUDIT_LOG', 'MY_SHELF_REGION', 'MY_SHELF_PORT']
    expect(root).toEqual(expect.arrayContaining(prefixed.filter((name) => !/REGION/.test(name))))
    for (const name of root) expect(name).toMatch(/^MY_SHELF_[A-Z_]+$/)
    expect(root).toHaveLength(new Set(root).size)
    const elsewhere = Object.values(data['commands'] as Record<string, { flags: Flags }>)
      .flatMap(({ flags }) => Object.values(flags))
      .flatMap(({ env_vars: list = [] }) => list.map(({ name }) => name))
    expect(elsewhere).toContain('CLOUD_REGION')
    for (const name of elsewhere) expect(root).not.toContain(name)
  })

  it('REQ-F-073/7,12: of an option are read in order, after the flag', () => {
    const { flags } = ran.manifest.data['commands'].env as { flags: Flags }
    const names = flags['region']!.env_vars!.map(({ name }) => name)
    expect(names).toEqual(['MY_SHELF_REGION', 'CLOUD_REGION'])
    const found = [ran.both, ran.borrowed, ran.flag].map(({ data }) => data['region'] as string)
    expect(found).toEqual(['own', 'theirs', 'here'])
  })

  it('REQ-F-073/3,8: without the prefix are refused, unless one with it is read first', () => {
    expect(ran.unfit).toMatchObject({
      code: 1,
      error: {
        message: expect.stringContaining('put MY_SHELF_ZONE before it'),
        context: { defect: 'VARIABLE_UNPREFIXED' },
      },
    })
  })

  it('REQ-F-073/10: with secrets are in no list of an option', () => {
    const { logs } = ran.manifest.data['commands'] as {
      logs: { secret_env_vars: string[]; flags: Flags }
    }
    expect(logs.secret_env_vars).toEqual(['MY_SHELF_KEY'])
    expect(JSON.stringify([logs.flags, ran.manifest.data['env_vars']])).not.toContain(
      'MY_SHELF_KEY',
    )
  })
})

describe('members of data', () => {
  it('REQ-F-074/1,2,3,4,5,6,7: are there or null or empty, as the schema says', async () => {
    const ran = await runAll({
      keys: words('keys'),
      again: words('keys'),
      drops: words('drops'),
      schema: words('keys --schema'),
    })
    expect(ran.keys.data).toEqual({
      title: 'widget',
      owner: null,
      labels: [],
      nested: { text: '', none: null },
    })
    expect(Object.keys(ran.again.data)).toEqual(Object.keys(ran.keys.data))
    // What is nullable is never absent.
    expect(ran.drops).toMatchObject({ code: 1, error: { code: 'OUTPUT_INVALID' } })
    const { required, properties } = ran.schema.data['output_schema'] as {
      required: string[]
      properties: Record<string, { anyOf?: unknown }>
    }
    expect(required).toEqual(['title', 'owner', 'labels', 'nested'])
    expect(properties['owner']!.anyOf).toContainEqual({ type: 'null' })
    expect(properties['title']).toEqual({ type: 'string' })
  })
})

describe('what is deprecated', () => {
  it('REQ-F-075/2,4,5: works, and names what to use instead', async () => {
    const ran = await runAll({
      old: words('old'),
      moved: words('gone'),
      flag: words('env --size 3'),
    })
    expect(ran.old).toMatchObject({
      code: 0,
      data: { done: true },
      warnings: [{ code: 'DEPRECATED', context: { replacement: 'my-shelf texts' } }],
    })
    expect(ran.moved).toMatchObject({
      code: 13,
      error: { code: 'COMMAND_MOVED', redirect: { command: 'my-shelf texts' } },
    })
    expect(ran.flag).toMatchObject({
      code: 0,
      data: { size: 3 },
      warnings: [{ code: 'DEPRECATED', context: { param: '--size', replacement: 'use --region' } }],
    })
  })
})

describe('setup', () => {
  it('REQ-F-076/1,6,7: is nothing that an ordinary command does', async () => {
    const home = folder()
    const first = await words('keys', { HOME: home })
    const next = await words('keys', { HOME: home })
    expect([next.code, next.data]).toEqual([first.code, first.data])
    expect(Object.keys(next.meta)).toEqual(Object.keys(first.meta))
    expect(readdirSync(home)).toEqual([])
  })

  it('REQ-F-076/2,3,5,8: is done by init, which commands ask for before they judge their input', async () => {
    const state = { SHELF_SET_UP: folder() }
    const before = await runAll({
      refused: words('many', state),
      help: words('many --help', state),
      version: words('--version', state),
    })
    expect(before.refused).toMatchObject({
      code: 4,
      error: { code: 'INIT_REQUIRED', retryable: false, fix_command: 'my-shelf init' },
    })
    expect([before.help.code, before.version.code]).toEqual([0, 0])
    expect(readdirSync(state.SHELF_SET_UP)).toEqual([])
    const done = await words('init', state)
    const after = await runAll({ again: words('init', state), many: words('many a', state) })
    expect(done).toMatchObject({ code: 0, data: { initialized: true } })
    expect(after.again).toMatchObject({ code: 0, data: { already_initialized: true } })
    expect(after.many.code).toBe(0)
  })

  it('REQ-F-076/4: says why it failed', async () => {
    const fails = (SETUP_FAILS: string) => words('init', { SETUP_FAILS, SHELF_SET_UP: folder() })
    const ran = await runAll({
      network: fails('network'),
      disk: fails('disk'),
      rights: fails('rights'),
    })
    for (const { code } of Object.values(ran)) expect(code).toBeGreaterThan(0)
    const codes = [ran.network, ran.disk, ran.rights].map(({ error }) => error['code'] as string)
    expect(ran.disk.error['message']).toContain('the disk is full')
    expect(codes).toEqual(['CONNECTION_FAILED', 'WRITE_FAILED', 'ACCESS_DENIED'])
  })
})

describe.runIf(hasTerminals)('updates', () => {
  it('REQ-F-023/4,5 REQ-F-029/3,4,7 REQ-F-050/4,6: are looked for at a terminal only, and never waited for', async () => {
    const tool = file('shelf-f.mjs')
    const hash = () => createHash('sha256').update(readFileSync(tool)).digest('hex')
    const before = hash()
    const line = (argv: string) => `${program('requirements/shelf-f.mjs')} ${argv} --format json`
    const run = async (argv: string, env: Record<string, string> = {}) => {
      const trace = join(folder(), 'trace')
      const started = performance.now()
      const { stdout } = await runAtTerminal(line(argv), [], {
        TRACE: trace,
        HOME: folder(),
        ...env,
      })
      const text = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)
      return {
        ...(JSON.parse(text) as Pick<ShelfAnswer, 'meta' | 'data'>),
        ms: performance.now() - started,
        asked: existsSync(trace),
      }
    }
    const [told, slow, variable, flag, piped] = await Promise.all([
      run('child'),
      run('keys', { SLOW: '1' }),
      run('keys', { MY_SHELF_NO_UPDATE: '1' }),
      run('keys --no-update-check'),
      shelf(['child']),
    ])
    expect(told).toMatchObject({ asked: true, meta: { update_available: '1.5.0' } })
    expect(slow.asked).toBe(true)
    expect(slow.ms).toBeLessThan(15_000)
    for (const { meta } of [slow, variable, flag])
      expect(meta).not.toHaveProperty('update_available')
    expect([variable.asked, flag.asked, piped.calls]).toEqual([false, false, 0])
    expect(told.data).toMatchObject({ quiet: 'undefined', hooked: null })
    expect(piped.data).toEqual({ quiet: '1', hooked: '1' })
    expect(hash()).toBe(before)
  })
})
