import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

const file = fileURLToPath(new URL('../bin/requirements/optional.mjs', import.meta.url))

describe('AGENTS.md', () => {
  const home = folder()
  const path = join(home, 'AGENTS.md')
  const script = join(home, 'install.sh')
  const env = { HOME: home, INSTALL: `sh ${script}` }
  let text = ''
  let help = ''
  let skills: readonly string[] = []
  const section = (name: string) => text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
  beforeAll(async () => {
    writeFileSync(
      script,
      `printf '#!/bin/sh\\nexec "${process.execPath}" "${file}" "$@"\\n' > '${home}/optional'\nchmod +x '${home}/optional'\n`,
    )
    const [written, generated, ...helps] = await Promise.all([
      optional(['skills', 'agents-file', path], { env }),
      optional('skills generate'),
      ...['--help', '--help --all', 'user remove --help', 'user add --help', 'whole --help'].map(
        (line) => optional(line),
      ),
      ...['traces', 'beats', 'look', 'login', 'lines', 'version', 'skills agents-file'].map(
        (name) => optional(`${name} --help --all`),
      ),
    ])
    expect(written).toMatchObject({ code: 0, data: { effect: 'updated' } })
    text = readFileSync(path, 'utf8')
    help = helps.map(({ stderr }) => stderr).join('\n')
    skills = (generated.data['skills'] as Loose[]).map((skill) => String(skill['text']))
  })
  /** Holds that a text has no flag and no command that help does not have. */
  const expectInHelp = (named: string) => {
    for (const [flag] of named.matchAll(/--[a-z][a-z-]+/g)) expect(help, flag).toContain(flag)
    for (const [, name = ''] of named.matchAll(/`optional ([a-z]+)[ `]/g))
      expect(help).toContain(name)
  }

  it('says how to call the tool', () => {
    expect(section('Canonical Invocation')).toContain(
      'optional <command> --format json --non-interactive',
    )
  })

  it('says how to avoid questions', () => {
    for (const flag of ['--yes', '--non-interactive', '--confirm-destructive'])
      expect(section('Non-Interactive Flags')).toContain(`\`${flag}\``)
  })

  it('lists the variables, with type and default', () => {
    expect(section('Environment Variables')).toContain(
      '| `OPTIONAL_REALM` | string | no | "home" | Where to sign in |',
    )
    for (const name of ['OPTIONAL_TOKEN', 'OPTIONAL_DEBUG'])
      expect(section('Environment Variables')).toContain(`| \`${name}\` |`)
  })

  it('says how to give input', () => {
    expect(section('Input Conventions')).toContain('takes JSON in one word')
  })

  it('has the version on its first line, as --version says it', async () => {
    const { stdout } = await optional('--version')
    expect(text.split('\n')[0]).toBe(
      `<!-- cli-version: ${stdout.trimEnd().replace('optional ', '')} -->`,
    )
  })

  it('has nothing that help lacks', () => {
    expectInHelp(text)
  })

  it('installs without a keyboard, twice if one likes, and checks the version', () => {
    const [, install = '', check = ''] =
      /```sh\n(.*)\n(.*)\n```/.exec(section('Installation')) ?? []
    expect([install, check]).not.toContain('')
    for (const line of [install, check, install, check]) {
      const { status, stdout } = spawnSync('sh', ['-c', line], {
        env: { PATH: `${home}:${process.env['PATH']}`, HOME: home },
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      })
      expect([line, status]).toEqual([line, 0])
      if (line === check)
        expect(text).toMatch(`<!-- cli-version: ${stdout.trimEnd().replace('optional ', '')} -->\n`)
    }
  })

  it('has skills beside it, made by the tool, with the version and nothing that help lacks', () => {
    expect(skills.length).toBeGreaterThan(0)
    for (const skill of skills) {
      expect(skill).toContain('version: "3.1.4"')
      expectInHelp(skill)
    }
  })

  it('has the version that MCP clients see', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    const { documents } = await optional('--mcp', { input: `${JSON.stringify(hello)}\n` })
    expect(documents[0]!['result'].serverInfo).toEqual({ name: 'optional', version: '3.1.4' })
  })

  it('has the line that fails in CI if it is out of date, and shows the difference', async () => {
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

  it('is written once, and over no other file', async () => {
    const [again, other] = await Promise.all([
      optional(['skills', 'agents-file', path, '--check'], { env }),
      optional(['skills', 'agents-file', file]),
    ])
    expect(again.data).toMatchObject({ effect: 'noop' })
    expect([other.code, other.error['code']]).toEqual([6, 'FILE_EXISTS'])
  })
})
