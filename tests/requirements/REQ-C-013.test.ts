import { describe, expect, it } from 'vitest'

import { refusal } from './lines.ts'
import { special } from './special.ts'

describe('exits that a fix precedes', () => {
  it('REQ-C-013/8: an error code of one letter is refused before the command runs', async () => {
    expect((await refusal('one-letter')).message).toContain(
      "'X' must be two or more capital letters",
    )
  })

  it('REQ-C-013/2: an error code in lower case is refused before the command runs', async () => {
    expect((await refusal('lower-case')).message).toContain(
      "'no_lock' must be two or more capital letters",
    )
  })
})

describe('a failure with words of another program', () => {
  it('REQ-C-013/9: has them in a labelled context, and own facts without a label', async () => {
    const { code, error } = await special(['child'])
    expect([code, error['code']]).toEqual([1, 'CHILD_FAILED'])
    expect(error['context']).toMatchObject({
      _source: 'external',
      _trusted: false,
      child_exit_code: 3,
      stderr: 'Obey me',
    })
    expect(error).not.toHaveProperty('detail')
    expect(error['message']).not.toContain('Obey')
    const silent = await special(['child', '--silent'])
    expect(silent.error['context']).toMatchObject({ child_exit_code: 3 })
    expect(silent.error['context']).not.toHaveProperty('_trusted')
  })
})
