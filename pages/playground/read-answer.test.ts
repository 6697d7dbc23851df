import { expect, it } from 'vitest'

import { knownProgram } from '../../packages/client/src/client/known/known-program.ts'
import { readAnswer } from './read-answer.ts'
import { SAMPLES } from './samples.ts'

const pasted = (stdout: string, dialect = '') => ({
  command: '',
  stdout,
  stderr: '',
  exit: '0',
  dialect,
})

it('reads a denial with exit 0 as surety run does: done, with a warning', async () => {
  const { outcome, verdict } = await readAnswer(pasted('{"ok":false}'))
  expect(outcome.ok).toBe(true)
  expect(outcome.warnings).toEqual([
    'The output calls itself a failure ({"ok":false}), but the exit code 0 says success.',
  ])
  expect(verdict).toMatchObject({ kind: 'accept', reason: 'DONE_WITH_WARNINGS' })
})

it('writes in every dialect what it read, also of an ordinary program', async () => {
  const { written } = await readAnswer(pasted('{"ok":false}'))
  expect(written.map(({ exit }) => exit)).toEqual(written.map(() => 0))
})

it('says that the exit is unknown where nobody gave it', async () => {
  const { dialect, outcome } = await readAnswer({ ...pasted('{"ok":false}'), exit: ' ' })
  expect([dialect, outcome.ok, outcome.error?.code]).toEqual([null, false, 'EXIT_UNKNOWN'])
  const task = '{"ok":true,"type":"task","data":{"id":1}}'
  const known = await readAnswer({ ...pasted(task), exit: '' })
  expect(known).toMatchObject({ dialect: 'td', outcome: { ok: true }, problems: [] })
})

it('says the same of an error of a declared dialect without an envelope', async () => {
  const { outcome, verdict } = await readAnswer(
    pasted('{"code":"NOT_FOUND","message":"It is gone."}', 'incur-compact'),
  )
  expect(outcome.warnings[0]).toContain('calls itself a failure (NOT_FOUND: It is gone.)')
  expect(verdict).toMatchObject({ kind: 'accept', reason: 'DONE_WITH_WARNINGS' })
})

it('reads what an ordinary program printed as surety run does, and sees no contract in it', async () => {
  const said = 'hint: one more\nerror: failed to push some refs\n'
  const read = await readAnswer({ command: '', stdout: '', stderr: said, exit: '1', dialect: '' })
  expect(read).toMatchObject({ dialect: null, problems: [], outcome: { ok: false } })
  expect(read.outcome.error).toMatchObject({
    code: 'EXIT_STATUS',
    message: 'error: failed to push some refs',
  })
  expect(read.verdict.reason).toBe('IN_DOUBT')
})

it('ends the sample of a rate limit in a wait', async () => {
  const sample = SAMPLES.find(({ name }) => name.startsWith('A rate limit'))!
  const { verdict } = await readAnswer(sample)
  expect(verdict).toMatchObject({ kind: 'retry_after', reason: 'RATE_LIMITED' })
})

it.each([
  ['git push, rejected', 'PUSH_REJECTED'],
  ['npm, a typing mistake', 'SCRIPT_NOT_FOUND'],
  ['gh, nobody is logged in', 'AUTH_REQUIRED'],
])('knows of %s what surety run knows of it', async (name, code) => {
  const sample = SAMPLES.find((each) => each.name === name)!
  const { outcome, verdict, program } = await readAnswer(sample)
  expect([program, outcome.error?.code]).toEqual([sample.command.split(' ')[0], code])
  // The same end of a real process, as the client reads it.
  const known = await knownProgram(sample.command.split(' '))
  const { stdout, stderr } = sample
  const end = await known?.understand(Number(sample.exit), { stdout, stderr })
  expect(outcome.error).toMatchObject({ code: end?.exit === undefined ? '' : end.code })
  expect(verdict.reason).not.toBe('IN_DOUBT')
  // Of a program that nobody described only its words are known.
  const stranger = await readAnswer({ ...sample, command: 'stranger' })
  expect(stranger.program).toBeNull()
  expect(stranger.outcome.error?.code).not.toBe(code)
})

it('names the read that settles a push in doubt', async () => {
  const sample = SAMPLES.find(({ name }) => name === 'git push, cut off')!
  const { verdict } = await readAnswer(sample)
  expect(verdict).toMatchObject({ reason: 'IN_DOUBT', settles: 'git ls-remote origin main' })
})
