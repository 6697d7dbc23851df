import { expect, it } from 'vitest'

import { readAnswer } from './read-answer.ts'

const pasted = (stdout: string, dialect = '') => ({ stdout, stderr: '', exit: '0', dialect })

it('reads a denial with exit 0 as surety run does: done, with a warning', async () => {
  const { outcome, verdict } = await readAnswer(pasted('{"ok":false}'))
  expect(outcome.ok).toBe(true)
  expect(outcome.warnings).toEqual([
    'The output calls itself a failure, but the exit code 0 says success.',
  ])
  expect(verdict).toMatchObject({ kind: 'accept', reason: 'DONE_WITH_WARNINGS' })
})

it('says the same of an error of a declared dialect without an envelope', async () => {
  const { outcome, verdict } = await readAnswer(
    pasted('{"code":"GONE","message":"It is gone."}', 'incur-compact'),
  )
  expect(outcome.warnings[0]).toContain('calls itself a failure (GONE: It is gone.)')
  expect(verdict).toMatchObject({ kind: 'accept', reason: 'DONE_WITH_WARNINGS' })
})
