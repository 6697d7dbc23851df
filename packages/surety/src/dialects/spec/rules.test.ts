import { expect, test } from 'vitest'

import { specRules } from './rules.ts'

test.each(['1.0', '1.6', '1.16'] as const)(
  'an error of %s needs a code and a message with some text',
  (generation) => {
    const failure = (error: { code: string; message: string }) =>
      specRules(generation, { ok: false, data: null, error, warnings: [], meta: {} })
    expect(failure({ code: 'BUSY', message: 'It is busy.' })).toEqual([])
    expect(failure({ code: '', message: ' \n' })).toEqual([
      { pointer: '/error/code', message: 'must not be empty' },
      { pointer: '/error/message', message: 'must not be empty' },
    ])
  },
)
