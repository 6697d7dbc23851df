import { expect, test } from 'vitest'

import { withAbsolutePlaces } from './absolute-places.ts'

test.each([
  [{ LD_LIBRARY_PATH: './lib:/opt/lib:' }, { LD_LIBRARY_PATH: '/opt/lib' }],
  [{ LD_LIBRARY_PATH: 'lib' }, {}],
  [{ LD_PRELOAD: 'x.so /lib/y.so' }, { LD_PRELOAD: '/lib/y.so' }],
  [{ NODE_OPTIONS: '--max-old-space-size=4096' }, { NODE_OPTIONS: '--max-old-space-size=4096' }],
  [{ NODE_OPTIONS: '--require ./hook.js' }, {}],
  [{ NODE_OPTIONS: '-r hook' }, {}],
  [{ PYTHONPATH: '' }, {}],
  [
    { PATH: '.:/bin', HOME: '/root' },
    { PATH: '.:/bin', HOME: '/root' },
  ],
])('%j becomes %j', (given, left) => {
  expect(withAbsolutePlaces(given)).toEqual(left)
})
