import { expect, onTestFinished, test } from 'vitest'

import { features } from './features.ts'
import { findFlag, flagRows } from './framework-flags.ts'

test('a feature that is handed in after somebody looked brings its flags', () => {
  expect(findFlag('late-flag')).toBeUndefined()
  const like = flagRows().find(({ key }) => key === 'dryRun')!
  features.push({ flags: [{ ...like, key: 'lateFlag', after: 'dryRun' }] })
  onTestFinished(() => void features.pop())
  expect(findFlag('late-flag')).toMatchObject({ key: 'lateFlag' })
})
