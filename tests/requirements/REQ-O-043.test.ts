import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

const file = fileURLToPath(new URL('../bin/requirements/optional.mjs', import.meta.url))

describe('AGENTS.md', () => {
  it('REQ-O-043/1,2,3,4,5,6 REQ-O-044/1,2,3,4,5 REQ-O-045/1,2,3,4,5 REQ-O-046/1,2,3,4,5: says how to install and call this version', async () => {
    const home = folder()
    const script = join(home, 'install.sh')
    writeFileSync(
      script,
      `printf '#!/bin/sh\\nexec "${process.execPath}" "${file}" "$@"\\n' > '${home}/optional'\nchmod +x '${home}/optional'\n`,
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
      optional(['skills', 'agents-file', path], { env }),
      optional('skills generate'),
      optional('--mcp', { input: `${JSON.stringify(hello)}\n` }),
      ...['--help', 'help options', 'user remove --help', 'user add --help', 'whole --help'].map(
        (line) => optional(line),
      ),
      ...['traces', 'beats', 'look', 'login', 'lines', 'version', 'skills agents-file'].map(
        (name) => optional(`${name} --help`),
      ),
    ])
    expect(written).toMatchObject({ code: 0, data: { effect: 'updated' } })
    const text = readFileSync(path, 'utf8')
    const section = (name: string) => text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
    expect(text.split('\n')[0]).toBe('<!-- cli-version: 3.1.4 -->')
    expect(section('Canonical Invocation')).toContain(
      'optional <command> --format json --non-interactive',
    )
    for (const flag of ['--yes', '--non-interactive', '--confirm-destructive', '--headless'])
      expect(section('Non-Interactive Flags')).toContain(`\`${flag}\``)
    expect(section('Environment Variables')).toContain(
      '| `OPTIONAL_REALM` | string | no | "home" | Where to sign in |',
    )
    for (const name of ['OPTIONAL_TOKEN', 'OPTIONAL_REGION', 'OPTIONAL_DEBUG'])
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
      for (const [, name = ''] of named.matchAll(/`optional ([a-z]+)[ `]/g))
        expect(help).toContain(name)
    }
    for (const skill of skillTexts) expect(skill).toContain('version: "3.1.4"')
    expect(mcp.documents[0]!['result'].serverInfo).toEqual({ name: 'optional', version: '3.1.4' })
    const [again, checked] = await Promise.all([
      optional(['skills', 'agents-file', path, '--check'], { env }),
      optional(['skills', 'agents-file', file]),
    ])
    expect(again.data).toMatchObject({ effect: 'noop' })
    expect([checked.code, checked.error['code']]).toEqual([6, 'FILE_EXISTS'])
    const [, line = ''] = /```sh\n(.*)\n```/.exec(section('CI Validation')) ?? []
    const [, ...words] = line.split(' ')
    const edits = {
      '3.1.4 -->': '3.1.3 -->',
      '`--yes`': '`--sure`',
      OPTIONAL_REALM: 'OPTIONAL_PLACE',
    }
    const checks = await Promise.all(
      Object.entries({ ...edits, '': '' }).map(async ([now, then]) => {
        const cwd = folder()
        writeFileSync(join(cwd, 'AGENTS.md'), text.replace(now, then))
        return optional(words, { cwd, env })
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
