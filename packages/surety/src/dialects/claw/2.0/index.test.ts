import { expect, test } from 'vitest'

import { fail } from '../../../contract/index.ts'
import { dialectCases } from '../../dialect.suite.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: true, hasEnvelope: true })

test('an answer of its own states argv[1] as the command, and nothing twice', () => {
  const details = { errno: 'ENOENT', syscall: 'open', target: '/x' }
  const outcome = fail({
    exit: 'NOT_FOUND',
    meta: { command: 'task show' },
    error: { code: 'FILE_NOT_FOUND', message: 'm', operation: 'open', target: '/x', details },
  })
  const own = dialect.toDocument(outcome, { errorBody: 'framework' }).document
  expect(own).toMatchObject({ command: 'task', errno: 'ENOENT', error: { target: '/x' } })
  expect(Object.keys(own as object)).not.toEqual(expect.arrayContaining(['syscall']))
  expect(Object.keys(own as object)).not.toEqual(expect.arrayContaining(['target']))
  // What is translated keeps its words.
  expect(dialect.toDocument(outcome, { stow: 'plain' }).document).toMatchObject({
    command: 'task show',
  })
})
