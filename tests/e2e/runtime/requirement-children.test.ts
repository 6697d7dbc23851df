import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { describe, expect, it } from 'vitest'

import { acme, folder, GENERATION } from '../processes/run-acme.ts'
import { hasTerminals, program, runAtTerminal, runShell } from '../processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')
const V16 = { ACME_ENVELOPE: GENERATION, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }
/** A program that leaves a trace and prints its name, as an editor, a pager or a browser. */
const spy = async (name: string): Promise<{ path: string; bin: string; trace: string }> => {
  const bin = folder()
  const path = join(bin, name)
  const trace = join(bin, 'trace')
  await runShell(
    `printf '#!/bin/sh\\necho "$0 $@" >> ${trace}; echo edited\\n' > ${path}; chmod +x ${path}; touch ${trace}`,
  )
  return { path, bin, trace }
}

describe('a child', () => {
  it('REQ-F-010/2,4 REQ-F-046/1,3,4,5 REQ-F-008/5 REQ-F-053/2: sees no pager, no colour and no buffer, and neither does its child', async () => {
    const env = { PAGER: 'less', GIT_PAGER: 'less', MANPAGER: 'less', NO_COLOR: '' }
    const { data } = await acme(['shows-environment'], { env })
    for (const seen of [data['child'], data['grandchild']])
      expect(seen).toMatchObject({
        PAGER: 'cat',
        GIT_PAGER: 'cat',
        MANPAGER: 'cat',
        LESS: '-F -X -R',
        MORE: '',
        NO_COLOR: '1',
        PYTHONUNBUFFERED: '1',
        COLUMNS: '0',
      })
  })

  it('REQ-F-010/3 REQ-F-046/2 REQ-F-055/1,5: is git, which opens neither pager nor editor', async () => {
    const { path, trace } = await spy('less')
    const env = { PAGER: path, GIT_PAGER: path, EDITOR: path, VISUAL: path, GIT_EDITOR: path }
    const cwd = folder()
    expect((await acme(['git', '--message', 'first'], { env, cwd })).data['log']).toContain('first')
    const second = await acme(['git'], { env, cwd })
    expect((second.data['log'] as string).match(/^commit /gm)).toHaveLength(2)
    expect(readFileSync(trace, 'utf8')).toBe('')
  })

  it('REQ-F-055/2,3,5: is no editor, and the flag that replaces it works', async () => {
    const { path, trace } = await spy('ed')
    const { code, error } = await acme(['edits'], { env: { EDITOR: path } })
    expect(code).toBe(4)
    expect(error['code']).toBe('EDITOR_REQUIRED')
    expect(JSON.stringify(error)).toContain(
      '"alternatives":[{"flag":"--message","description":"The text"}]',
    )
    const given = await acme(['edits', '--message', 'text'], { env: { EDITOR: path } })
    expect(given).toMatchObject({ code: 0, data: { text: 'text' } })
    expect(readFileSync(trace, 'utf8')).toBe('')
  })

  it('REQ-F-057/1,2,6,7,8 REQ-C-021/6: opens no window without a display', async () => {
    const { bin, trace } = await spy('xdg-open')
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    const url = await acme(['opens', 'https://example.test/'], { env })
    expect(url.data).toEqual({ opened: false, open_url: 'https://example.test/' })
    const file = await acme(['opens', '/tmp/report.html'], { env })
    expect(file.data).toEqual({ opened: false, open_path: '/tmp/report.html' })
    for (const how of ['exec', 'library', 'shell', 'sync']) {
      // Functions of Node are guarded in a process of the tool alone.
      const { code, error } = await acme(['opens-by-hand', how], { env })
      expect({ how, code }).toEqual({ how, code: 4 })
      expect(error).toMatchObject({ code: 'NO_TTY', phase: 'execution' })
      expect(JSON.stringify(error)).toContain('"open_url":"https://example.test/"')
    }
    expect((await acme(['is-headless'])).data).toEqual({ isHeadless: true })
    for (const { meta } of [url, file]) expect(meta['headless']).toBe(true)
    expect(readFileSync(trace, 'utf8')).toBe('')
  })

  it('REQ-F-062/1,2,4: gets its arguments as they are, and the debug log shows them as a list', async () => {
    const { data, stderr } = await acme(['passes', '--debug'])
    expect(data).toEqual({ out: 'hello world_*.json_a?_[a]_' })
    expect(stderr).toContain('["printf","%s_","hello world","*.json","a?","[a]"]')
  })
})

describe('a pipeline', () => {
  it('REQ-F-065/1,2,3,6: fails with its first failing stage', async () => {
    for (const [which, stage] of [
      ['first', 0],
      ['last', 1],
    ] as const) {
      const { code, error } = await acme(['pipes', which])
      expect(code).toBe(1)
      expect(error['code']).toBe('CHILD_FAILED')
      expect(JSON.stringify(error)).toContain(`"stage":${stage},"child_exit_code":7`)
    }
    expect((await acme(['pipes', 'none'])).data).toEqual({ out: 'a\nb\n' })
  })
})

describe('the guide for authors', () => {
  it('REQ-F-044/7 REQ-F-065/5: says what children may get and how pipelines fail', async () => {
    const { stdout } = await runShell('cat docs/framework/commands.md docs/framework/input.md')
    expect(stdout).toContain('shell metacharacters')
    expect(stdout).toMatch(/`pipe\(first, second\)` fails if any stage fails/)
  })
})

describe('a shell without pipefail', () => {
  it('REQ-F-065/4: is named in a warning, if it exports its options', async () => {
    const warned = await runShell(`export SHELLOPTS; ${TOOL} fine | cat`, V16)
    expect(warned.stdout).toContain('PIPEFAIL_OFF')
    const careful = await runShell(`set -o pipefail; export SHELLOPTS; ${TOOL} fine | cat`, V16)
    expect(careful.stdout).toContain('"warnings":[]')
  })
})

describe.runIf(hasTerminals).concurrent('at a terminal', () => {
  const at = async (line: string, env: Readonly<Record<string, string | undefined>> = {}) => {
    const ended = await runAtTerminal(`${TOOL} ${line}`, [], { ...V16, ...env })
    return { ...ended, text: stripVTControlCharacters(ended.stdout) }
  }

  it('REQ-F-003/2,3 REQ-O-001/9: an answer is rich, and JSON with CI or NO_COLOR', async () => {
    const rich = await at('many --limit 2')
    expect(rich.text).toMatch(/n0[^]*n1/)
    expect(rich.text).not.toContain('"ok"')
    const plain = [{ CI: 'true' }, { CI: 'yes' }, { NO_COLOR: '1' }]
    for (const { stdout } of await Promise.all(plain.map((env) => at('fine', env))))
      expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  })

  it('REQ-F-007/3 REQ-O-001/1: JSON that is asked for has no escape sequence', async () => {
    const { stdout } = await at('coloured --format json')
    expect(JSON.parse(stdout)).toMatchObject({ data: { text: 'red up link' } })
    expect(stdout).not.toContain('\u001b')
  })

  it('REQ-F-010/4 REQ-F-008/1,5: a child sees no pager and, with an empty NO_COLOR, no colour', async () => {
    const { stdout } = await at('shows-environment', { PAGER: 'less', NO_COLOR: '' })
    const { data } = JSON.parse(stdout) as { data: { child: object } }
    expect(data.child).toMatchObject({ PAGER: 'cat', GIT_PAGER: 'cat', NO_COLOR: '1' })
  })

  it('REQ-F-048/3: help is on stdout', async () => {
    expect((await at('fine --help 2>/dev/null')).text).toContain('Usage')
  })

  it('REQ-F-055/4: an editor opens', async () => {
    const { path, trace } = await spy('ed')
    const { code } = await at('edits', { EDITOR: path })
    expect(code).toBe(0)
    expect(readFileSync(trace, 'utf8')).toContain('ed file')
  })

  it('REQ-F-057/4,5: a window opens if there is a display, and not in CI or without one', async () => {
    const { bin, trace } = await spy('xdg-open')
    const env = { PATH: `${bin}:${process.env['PATH']}` }
    await Promise.all([
      at('opens https://a.test/', { ...env, DISPLAY: ':0' }),
      at('opens https://b.test/', { ...env, WAYLAND_DISPLAY: 'w' }),
      at('opens https://c.test/', { ...env, DISPLAY: ':0', CI: '1' }),
      at('opens https://d.test/', env),
    ])
    const opened = readFileSync(trace, 'utf8').match(/https:\/\/\w/g)
    expect(opened?.toSorted()).toEqual(['https://a', 'https://b'])
  })

  it('REQ-F-056/4,5: prose on stderr is wrapped to --width, and not with --width 0', async () => {
    const widest = async (width: number) => {
      const { text } = await at(`talks-at-length --width=${width}`)
      return Math.max(...text.split('\n').map((line) => line.trimEnd().length))
    }
    const at60 = await widest(60)
    expect(at60).toBeLessThanOrEqual(60)
    expect(at60).toBeGreaterThan(50)
    expect(await widest(0)).toBeGreaterThan(150)
  })
})
