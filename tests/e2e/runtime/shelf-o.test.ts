import { execFileSync, spawnSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import type { Loose } from '../processes/run-program.ts'
import { watchedShelfOf } from '../processes/run-shelf.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'

// The lines of contract 1.16 with priority P1 about options and built-in commands.

const shelf = watchedShelfOf('shelf-o.mjs')
const file = fileURLToPath(new URL('../../bin/requirements/shelf-o.mjs', import.meta.url))
const all = (...lines: readonly string[]) => Promise.all(lines.map((line) => shelf(line)))

describe('--debug', () => {
  it('REQ-O-008/3: traces configuration, locks and requests', async () => {
    const server = createServer((_request, response) => response.end('ok'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
    const cwd = folder()
    writeFileSync(join(cwd, '.shelf-o-config'), '{"region":"asia"}')
    const traced = await shelf('traces --debug', { cwd, env: { URL_TO_GET: url } })
    server.close()
    expect(traced.data).toMatchObject({ status: 200 })
    for (const line of [
      `[DEBUG] config read from ${join(cwd, '.shelf-o-config')}`,
      `[DEBUG] config not at ${traced.home}/.config/shelf-o/config.json`,
      `[DEBUG] config resolved {"region":"file:${join(cwd, '.shelf-o-config')}"}`,
      `[DEBUG] lock ${join(cwd, '.shelf-o-config.lock')} taken`,
      `[DEBUG] GET ${url}`,
      `[DEBUG] 200 of ${url}`,
    ])
      expect(traced.stderr).toContain(line)
  })
})

describe('descriptions', () => {
  it('REQ-O-013/1,2,3,5,6,7,8: come on request, from the declarations', async () => {
    const [schema, again, alias, output, data] = await all(
      '--schema',
      '--schema',
      '--print-schema',
      'look --output-schema',
      'look',
    )
    expect(schema!.data).toEqual(again!.data)
    expect(schema!.data).toEqual(alias!.data)
    for (const [name, entry] of Object.entries<Loose>(schema!.data['commands'])) {
      expect(entry, name).toMatchObject({
        description: expect.any(String),
        danger_level: expect.any(String),
        flags: expect.any(Object),
        exit_codes: expect.any(Object),
      })
    }
    expect(schema!.data['commands'].look.output_schema).toEqual(output!.data)
    const ajv = new Ajv({ strict: false })
    expect(ajv.validateSchema(output!.data)).toBe(true)
    expect(ajv.compile(output!.data)(data!.data)).toBe(true)
    expect(ajv.compile(output!.data)({ id: 1 })).toBe(false)
    expect(readFileSync('docs/framework/manifest.md', 'utf8')).toContain('--schema')
    expect(readFileSync('docs/framework/manifest.md', 'utf8')).not.toContain('--print-schema')
  })

  it('REQ-O-041/1,2,3,4,5,6,7,8,9,10,11,12,15,16,17: are one manifest', async () => {
    const [first, second, changed, group, schema] = await Promise.all([
      shelf('manifest'),
      shelf('manifest', { env: { SHELF_O_REGION: 'eu' } }),
      shelf('manifest', { env: { NEW_WORDS: 'Deletes a user' } }),
      shelf('user add --schema'),
      shelf(['manifest', '--etag', 'sha256:none']),
    ])
    const { commands, etag, flags: root, exit_codes: shared } = first.data
    expect([first.data['schema_version'], first.data['framework_version']]).toEqual([
      expect.stringMatching(/^3\.\d+$/),
      '3.1.4',
    ])
    expect(etag).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(second.data['etag']).toBe(etag)
    expect(changed.data['etag']).not.toBe(etag)
    expect(schema.data['etag']).toBe(etag)
    const same = await shelf(['manifest', '--etag', etag as string])
    expect(same.envelope).toMatchObject({ ok: true, data: null, meta: { not_modified: true } })
    expect(same.code).toBe(0)
    expect(Object.keys(commands)).toEqual(
      expect.arrayContaining(['look', 'user', 'user.add', 'user.remove', 'manifest', 'job.wait']),
    )
    expect(commands['user'].subcommands).toEqual(['user.add', 'user.remove'])
    expect(commands['look']).toMatchObject({
      aliases: ['see'],
      examples: [{ description: 'Look at it', command: 'shelf-o look' }],
    })
    expect(commands['user.add'].flags).toMatchObject({
      role: {
        type: 'enum',
        required: false,
        description: 'What they may do',
        default: 'reader',
        enum_values: ['reader', 'writer'],
      },
      team: { type: 'string', short: 't' },
    })
    expect(commands['user.add'].positionals).toMatchObject([{ name: 'name', required: true }])
    for (const [name, entry] of Object.entries<Loose>(commands)) {
      for (const flag of Object.values<Loose>({ ...entry['flags'], ...root })) {
        expect(flag).toMatchObject({ required: expect.any(Boolean), type: expect.any(String) })
        expect(flag['default'], name).not.toBeNull()
        expect(Boolean(flag['enum_values'])).toBe(flag['type'] === 'enum')
      }
      for (const number of Object.keys({ ...shared, ...entry['exit_codes'] }))
        expect(number).toMatch(/^(0|[1-9]\d*)$/)
    }
    // What all share is at the root; the schema of a command has the whole table.
    expect(commands['user.add'].exit_codes).not.toHaveProperty('2')
    expect(shared['2'].name).toBe('ARG_ERROR')
    expect(commands['user.add'].exit_codes['6'].description).toBe('There is such a user')
    expect(group.data['exit_codes']).toEqual({ ...shared, ...commands['user.add'].exit_codes })
    expect(commands['manifest'].builtin).toBe(true)
    expect(commands['job.wait'].builtin).toBe(true)
    expect(commands['version'].builtin).not.toBe(true)
    // The call is put together from the manifest alone.
    const { role } = commands['user.add'].flags
    const call = ['user', 'add', '--role', role.enum_values[1], 'Ada']
    expect((await shelf(call)).data).toMatchObject({ name: 'Ada', role: 'writer' })
  })
})

describe('update checks', () => {
  it.runIf(hasTerminals)(
    'REQ-O-020/1,2,5: are made at terminals alone, and not on request',
    async () => {
      const look = async (flags: string, more: Record<string, string> = {}) => {
        const env = { TRACE: join(folder(), 'trace'), HOME: folder(), ...more }
        const { code } = await runAtTerminal(
          `${program('requirements/shelf-o.mjs')} look ${flags}`,
          [],
          env,
        )
        return [code, spawnSync('cat', [env.TRACE], { encoding: 'utf8' }).stdout]
      }
      const [asked, refused, off] = await Promise.all([
        look(''),
        look('--no-update-check'),
        look('', { SHELF_O_NO_UPDATE: '1' }),
      ])
      expect(asked).toEqual([0, 'asked\n'])
      expect([refused, off]).toEqual([
        [0, ''],
        [0, ''],
      ])
    },
  )
})

describe('heartbeats', () => {
  it('REQ-O-038/1,2,3,4,5,6: tell that a call is alive', async () => {
    /** The work goes on when a heartbeat of each part has arrived. */
    const watched = async (line: string) => {
      const BEATS = folder()
      let text = ''
      const ended = await shelf(line, {
        env: { BEATS },
        onStart: (child) =>
          child.stdout.on('data', (chunk: Buffer) => {
            text += String(chunk)
            if (text.includes('"heartbeat"')) writeFileSync(join(BEATS, 'first'), '')
            if (text.includes('"copy"')) writeFileSync(join(BEATS, 'copy'), '')
          }),
      })
      const lines = text.trimEnd().split('\n')
      return { ...ended, lines: lines.map((each) => JSON.parse(each) as Loose) }
    }
    const [beats, broken, none] = await Promise.all([
      watched('beats --heartbeat-ms 100'),
      watched('beats --breaks --heartbeat-ms 100'),
      shelf('beats --heartbeat-ms 0'),
    ])
    const { lines } = beats
    const pulses = lines.slice(0, -1)
    expect(beats.code).toBe(0)
    expect(pulses.length).toBeGreaterThanOrEqual(2)
    for (const pulse of pulses)
      expect(pulse).toMatchObject({
        status: 'running',
        heartbeat: true,
        elapsed_ms: expect.any(Number),
      })
    expect(pulses[0]).not.toHaveProperty('step')
    expect(pulses.at(-1)).toMatchObject({ step: 'copy' })
    expect(lines.at(-1)).toMatchObject({ ok: true })
    expect(lines.at(-1)).not.toHaveProperty('heartbeat')
    expect(broken.lines.length).toBeGreaterThan(1)
    expect(broken.lines.at(-1)).toMatchObject({ ok: false, error: { code: expect.any(String) } })
    expect(none.documents).toHaveLength(1)
  })
})

describe('--input-file', () => {
  it('REQ-O-039/1,2,3,4,5,6,7,9,10: reads a file instead of stdin', async () => {
    const large = join(folder(), 'large')
    writeFileSync(large, `${'x'.repeat(1023)}\n`.repeat(10_240))
    const pipe = join(folder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const [whole, lines, dash, dashed, tooLarge, slow, manifest] = await Promise.all([
      shelf(['whole', '--input-file', large], { input: 'of stdin' }),
      shelf(['lines', '--input-file', large]),
      shelf('whole --input-file -', { input: 'of stdin' }),
      shelf('lines --input-file -', { input: 'a\nb\n' }),
      shelf('whole', { input: readFileSync(large) }),
      (async () => {
        const end = createWriteStream(pipe)
        end.write('first\n')
        // The rest of the file is written after its first line was handled.
        return shelf(['lines', '--input-file', pipe], { whenReady: () => end.end('second\n') })
      })(),
      shelf('manifest'),
    ])
    expect(whole.data).toEqual({ bytes: 10_485_760 })
    expect(lines.data).toEqual({ lines: 10_240, bytes: 10_475_520 })
    expect([dash.data, dashed.data]).toEqual([{ bytes: 8 }, { lines: 2, bytes: 2 }])
    expect(tooLarge).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
    expect(tooLarge.error['suggestion']).toContain('--input-file')
    expect(slow.data).toEqual({ lines: 2, bytes: 11 })
    expect(Object.keys(whole.envelope)).toEqual(Object.keys(dash.envelope))
    const { commands } = manifest.data
    expect(commands.whole).toMatchObject({
      stdin: { mode: 'buffered' },
      flags: { 'input-file': { type: 'string', required: false } },
    })
    expect(commands.lines.stdin).toEqual({ mode: 'lines' })
    expect(commands.look.flags).not.toHaveProperty('input-file')
    const page = readFileSync('docs/framework/stdin.md', 'utf8')
    expect(page).toContain('Callers with more than 64 KB use `--input-file`')
  })
})

describe('AGENTS.md', () => {
  it('REQ-O-043/1,2,3,4,5,6 REQ-O-044/1,2,3,4,5 REQ-O-045/1,2,3,4,5 REQ-O-046/1,2,3,4,5: says how to install and call this version', async () => {
    const home = folder()
    const script = join(home, 'install.sh')
    writeFileSync(
      script,
      `printf '#!/bin/sh\\nexec "${process.execPath}" "${file}" "$@"\\n' > '${home}/shelf-o'\nchmod +x '${home}/shelf-o'\n`,
    )
    const env = { HOME: home, INSTALL: `sh ${script}` }
    const path = join(home, 'AGENTS.md')
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      },
    }
    const [written, skills, mcp, ...helps] = await Promise.all([
      shelf(['skills', 'agents-file', path], { env }),
      shelf('skills generate'),
      shelf('--mcp', { input: `${JSON.stringify(hello)}\n` }),
      ...['--help', 'help options', 'user remove --help', 'user add --help', 'whole --help'].map(
        (line) => shelf(line),
      ),
      ...['traces', 'beats', 'look', 'login', 'lines', 'version', 'skills agents-file'].map(
        (name) => shelf(`${name} --help`),
      ),
    ])
    expect(written).toMatchObject({ code: 0, data: { effect: 'updated' } })
    const text = readFileSync(path, 'utf8')
    const section = (name: string) => text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
    expect(text.split('\n')[0]).toBe('<!-- cli-version: 3.1.4 -->')
    expect(section('Canonical Invocation')).toContain(
      'shelf-o <command> --format json --non-interactive',
    )
    for (const flag of ['--yes', '--non-interactive', '--confirm-destructive', '--headless'])
      expect(section('Non-Interactive Flags')).toContain(`\`${flag}\``)
    expect(section('Environment Variables')).toContain(
      '| `SHELF_O_REALM` | string | no | "home" | Where to sign in |',
    )
    for (const name of ['SHELF_O_TOKEN', 'SHELF_O_REGION', 'SHELF_O_DEBUG'])
      expect(section('Environment Variables')).toContain(`| \`${name}\` |`)
    expect(section('Input Conventions')).toMatch(/--raw-payload.*--input-file/s)
    // Both lines of the section run without a keyboard, also a second time.
    const [, install = '', check = ''] =
      /```sh\n(.*)\n(.*)\n```/.exec(section('Installation')) ?? []
    for (const line of [install, check, install, check]) {
      const { status, stdout } = spawnSync('sh', ['-c', line], {
        env: { PATH: `${home}:${process.env['PATH']}`, HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      })
      expect([line, status]).toEqual([line, 0])
      if (line === check) expect(text).toMatch(`<!-- cli-version: ${stdout.trimEnd()} -->\n`)
    }
    const help = helps.map(({ stderr }) => stderr).join('\n')
    const skillTexts = (skills.data['skills'] as Loose[]).map((skill) => String(skill['text']))
    for (const named of [text, ...skillTexts]) {
      for (const [flag] of named.matchAll(/--[a-z][a-z-]+/g)) expect(help, flag).toContain(flag)
      for (const [, name = ''] of named.matchAll(/`shelf-o ([a-z]+)[ `]/g))
        expect(help).toContain(name)
    }
    for (const skill of skillTexts) expect(skill).toContain('version: "3.1.4"')
    expect(mcp.documents[0]!['result'].serverInfo).toEqual({ name: 'shelf-o', version: '3.1.4' })
    const [again, checked] = await Promise.all([
      shelf(['skills', 'agents-file', path, '--check'], { env }),
      shelf(['skills', 'agents-file', file]),
    ])
    expect(again.data).toMatchObject({ effect: 'noop' })
    expect([checked.code, checked.error['code']]).toEqual([6, 'FILE_EXISTS'])
    const [, line = ''] = /```sh\n(.*)\n```/.exec(section('CI Validation')) ?? []
    const [, ...words] = line.split(' ')
    const edits = {
      '3.1.4 -->': '3.1.3 -->',
      '`--yes`': '`--sure`',
      SHELF_O_REALM: 'SHELF_O_PLACE',
    }
    const checks = await Promise.all(
      Object.entries({ ...edits, '': '' }).map(async ([now, then]) => {
        const cwd = folder()
        writeFileSync(join(cwd, 'AGENTS.md'), text.replace(now, then))
        return shelf(words, { cwd, env })
      }),
    )
    expect(checks.map(({ code }) => code)).toEqual([4, 4, 4, 0])
    for (const [index, [now, then]] of Object.entries(edits).entries()) {
      const { diff } = checks[index]!.error['context'] as { diff: readonly string[] }
      expect(diff.map((each) => each[0])).toEqual(['-', '+'])
      expect([diff[0]!.includes(then), diff[1]!.includes(now)]).toEqual([true, true])
    }
  })
})
