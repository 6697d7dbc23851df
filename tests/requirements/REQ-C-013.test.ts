import { describe, expect, it } from 'vitest'

import { refusal } from './lines.ts'

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
