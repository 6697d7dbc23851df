import { expect, test } from 'vitest'

import { requestedDialect } from './requested-dialect.ts'

test.each([
  [['tool', 'ls'], undefined],
  [['tool', 'ls', '--envelope', 'spec-1.6'], 'spec-1.6'],
  [['tool', '--envelope=td', 'ls'], 'td'],
  [['tool', '--envelope=td', '--envelope', 'spec-1.0'], 'spec-1.0'],
  [['tool', '--envelope', 'brown'], undefined],
  [['tool', '--envelope'], undefined],
  [['tool', '--', '--envelope=td'], undefined],
])('finds that %j requests %s', (argv, dialect) => {
  expect(requestedDialect(argv)).toBe(dialect)
})
