import { expect, test } from 'vitest'

import type { WordParameter } from './foreign-commands.ts'
import { toWords } from './foreign-words.ts'

const parameters: readonly WordParameter[] = [
  { name: 'dry-run', type: 'boolean' },
  { name: 'label', type: 'array' },
  { name: 'filter', type: 'string' },
]

test.each([
  [{ 'dry-run': true }, ['--dry-run']],
  [{ dryRun: false, dry_run: true, '--dry-run': true }, ['--no-dry-run', '--dry-run', '--dry-run']],
  [{ label: ['a,b', '[c'] }, ['--label=a,b', '--label=[c']],
  [{ filter: '--yes', nothing: null }, ['--filter=--yes']],
  [{ filter: { a: 1 } }, ['--filter={"a":1}']],
  [{ filter: true }, ['--filter=true']],
  [{ lim: 3, more: true }, ['--lim=3', '--more']],
])('spells %j', (args, words) => {
  expect(toWords(args, parameters)).toEqual(words)
})
