import { expect, it } from 'vitest'

import { createScreen } from '../terminal/screen.ts'
import { renderSteps } from './step-list.ts'

it('marks each step with its state', () => {
  const lines = renderSteps(
    [
      { name: 'build', state: 'done', note: '1.2s' },
      { name: 'push', state: 'failed' },
      { name: 'roll out', state: 'pending' },
    ],
    createScreen({}),
  )
  expect(lines).toEqual(['✓ build 1.2s', '✗ push', '○ roll out'])
})
