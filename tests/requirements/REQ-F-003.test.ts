import { readFileSync } from 'node:fs'

import { stripVTControlCharacters } from 'node:util'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder, GENERATION } from '../e2e/processes/run-acme.ts'
import { program, runShell, hasTerminals, runAtTerminal } from '../e2e/processes/run-shell.ts'

const TOOL = program('requirements/commands.mjs')

const V16 = { ACME_ENVELOPE: GENERATION }

const HEADLESS = { ACME_ENVELOPE: GENERATION, DISPLAY: undefined, WAYLAND_DISPLAY: undefined }

describe('standard output', () => {
  const url = `https://example.test/${'x'.repeat(200)}`
  let [written, piped, prose] = ['', '', '']
  beforeAll(async () => {
    const target = `${folder()}/out`
    const line = `${TOOL} talks --debug > ${target}; COLUMNS=40 ${TOOL} talks 2>/dev/null; ${TOOL} talks --debug 2>&1 >/dev/null`
    const { stdout } = await runShell(line, V16)
    const [first = '', ...rest] = stdout.split('\n')
    ;[piped, prose] = [first, rest.join('\n')]
    written = readFileSync(target, 'utf8')
  })

  it('REQ-F-003/1 REQ-O-001/6 REQ-F-006/4: is JSON in a pipe and in a file, without being asked', () => {
    for (const text of [piped, written]) expect(JSON.parse(text)).toMatchObject({ ok: true })
  })

  it('REQ-F-006/1: has the whole answer if stderr is dropped', () => {
    expect(JSON.parse(piped)).toMatchObject({ data: { url }, error: null })
    expect(piped).toContain('It is getting late.')
  })

  it('REQ-F-003/6 REQ-F-006/2,5: leaves prose to stderr, which has nothing of the answer', () => {
    for (const said of ['[DEBUG] a debug line', '[INFO] an info line', 'halfway (1/2)']) {
      expect(prose).toContain(said)
      expect(written).not.toContain(said)
    }
    expect(prose).not.toContain(url)
  })

  it('REQ-F-056/1,2,3,6: has each value unbroken on one line, however narrow the terminal', () => {
    for (const text of [piped, written]) {
      expect(text.trimEnd()).not.toContain('\n')
      expect(text).toContain(`"${url}"`)
    }
    const data = (text: string) => (JSON.parse(text) as { data: unknown }).data
    expect(JSON.stringify(data(piped))).toBe(JSON.stringify(data(written)))
  })

  it('REQ-F-003/4: has the answer alone, whatever the handler prints', async () => {
    const { stdout } = await runShell(`${program('faulty-handlers.mjs')} noise 2>/dev/null`)
    expect(JSON.parse(stdout)).toMatchObject({ data: { quiet: true } })
  })
})

describe.runIf(hasTerminals).concurrent('at a terminal', () => {
  const at = async (line: string, env: Readonly<Record<string, string | undefined>> = {}) => {
    const ended = await runAtTerminal(`${TOOL} ${line}`, [], { ...HEADLESS, ...env })
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
    expect(JSON.parse(stdout)).toMatchObject({ data: { text: expect.stringContaining('red') } })
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

  it('prose on stderr is wrapped to the width of a variable, and not at 0', async () => {
    const widest = async (width: number) => {
      const { text } = await at('talks-at-length', { ACME_WIDTH: String(width) })
      return Math.max(...text.split('\n').map((line) => line.trimEnd().length))
    }
    const at60 = await widest(60)
    expect(at60).toBeLessThanOrEqual(60)
    expect(at60).toBeGreaterThan(50)
    expect(await widest(0)).toBeGreaterThan(150)
  })
})
