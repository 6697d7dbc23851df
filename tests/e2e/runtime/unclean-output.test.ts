import { describe, expect, it } from 'vitest'

import { callTogether, runProgram, type Ended } from '../processes/run-program.ts'

const SECRET = "it's-SWORDFISH"
const unclean = (...argv: readonly string[]) => runProgram('prints-unclean.mjs', argv)
/** The same beside other calls in one process. */
const beside = callTogether('prints-unclean.mjs')

function expectClean({ stdout, stderr }: Ended): void {
  const all = stdout + stderr
  expect(all).not.toContain('SWORDFISH')
  // oxlint-disable-next-line no-control-regex -- no terminal code may be left
  expect(all).not.toMatch(/[\u001B\r]|\\u001b|\\r/)
}

describe('REQ-F-007: secrets and terminal codes are removed', () => {
  it('from warnings, notes, their names, log lines and progress', async () => {
    const ended = await unclean('show', '--license', SECRET, '--debug')
    expect(ended.documents[0]).toMatchObject({
      warnings: ['here[REDACTED]'],
      meta: { remark: { deep: ['here[REDACTED]'], name: 1 } },
    })
    expect(ended.stderr.match(/here\[REDACTED\]/g)).toHaveLength(5)
    expectClean({ ...ended, stderr: ended.stderr.replace(String.raw`"\u001b[31mfact"`, '') })
  })

  it.each([
    ['a truncation hint', ['large', '--license', SECRET], 0],
    ['the stack of --debug', ['throw', '--license', SECRET, '--debug'], 1],
    ['an error and the names in its details', ['fail', '--license', SECRET], 6],
    ['the suggestion for an unknown command', ['shwo', '--license', SECRET], 2],
    ['the command of a redirect', ['old', '--license', SECRET], 13],
    ['the report of a broken view', ['view', '--license', SECRET, '--format', 'plain'], 0],
    ['the note about a cut list', ['large', '--license', SECRET, '--format', 'plain'], 0],
  ])('from %s', async (_where, argv, code) => {
    // The broken view looks at the words of its process.
    const words = [...argv, '--envelope', 'spec-1.6']
    const ended = await (argv[0] === 'view' ? unclean(...words) : beside(words))
    expect(ended.code).toBe(code)
    expect(ended.stdout + ended.stderr).toContain('[REDACTED]')
    expectClean(ended)
  })

  it('not from data, unless people read it', async () => {
    const { documents } = await beside(['altered'])
    expect(documents[0]).toMatchObject({
      data: { text: 'one\r\ntwo', colour: '\u001B[31mred', plain: 'as it is' },
      warnings: [],
    })
    const shown = await beside(['altered', '--format', 'plain'])
    expect(shown.stdout).toContain('red')
    expectClean(shown)
    expect(shown.stderr).toContain('Terminal codes were taken out')
  })
})

describe('REQ-F-006: a log line', () => {
  it('never ends a run, whatever its facts are, and holds the stack of an error', async () => {
    const ended = await unclean('log')
    expect(ended.code).toBe(0)
    expect(ended.documents[0]).toMatchObject({ ok: true, data: { fine: true } })
    expect(ended.stderr).toContain('[INFO] circular {"name":"loop","self":"[circular]"}')
    expect(ended.stderr).toContain('[INFO] big {"count":"1180591620717411303424"}')
    expect(ended.stderr).toContain('[INFO] throws {"bad":"[unreadable]"}')
    expect(ended.stderr).toContain('[INFO] proxy [unreadable]')
    expect(ended.stderr).toMatch(/\[ERROR\] with an error TypeError: the cause\n +at /)
    expect(ended.stderr).toMatch(
      /\[ERROR\] in facts .*"message":"out of range","stack":"RangeError/,
    )
    expect(ended.stderr).toMatch(/\[ERROR\] Error: alone\n +at /)
    expect(ended.stderr).toContain('"token":"[REDACTED]","nested":{"password":"[REDACTED]"')
  })
})
