import { describe, expect, test } from 'vitest'

import { knownCall } from './known-call.ts'
import { callsOf } from './told-calls.ts'

const calls = callsOf({
  surety: 1,
  name: 'shelf',
  options: {
    verbose: { type: 'boolean', aliases: ['-v'] },
    wipe: { type: 'boolean', danger: 'destructive' },
  },
  commands: {
    'book list': {
      danger: 'safe',
      aliases: ['ls'],
      args: { tag: { required: false }, value: { required: false, danger: 'mutating' } },
      options: {
        limit: { type: 'integer', aliases: ['-n'] },
        clear: { type: 'boolean', danger: 'destructive' },
        color: { bare: true },
      },
    },
    'book drop': { danger: 'destructive', dry_run: ['--dry-run'], args: { id: { many: true } } },
    'book find': { danger: 'safe', args: { words: { many: true } }, reveals: true },
    sync: { options: { all: { type: 'boolean' } } },
  },
})

describe('a call of a described tool', () => {
  test.each([
    ['book list', 'read'],
    ['book ls -n 5 -v', 'read'],
    ['-v book list --limit=5 --color', 'read'],
    ['book list fiction', 'read'],
    ['book list fiction new', 'change'],
    ['book list --clear', 'change'],
    ['--wipe book list', 'unknown'],
    ['book list --wipe', 'change'],
    ['book list --unknown', 'unknown'],
    ['book drop 1', 'change'],
    ['book drop --dry-run 1', 'read'],
    ['book find a b c', 'read'],
    ['sync', 'unknown'],
    ['sync --all', 'unknown'],
    ['book', 'unknown'],
    ['', 'unknown'],
  ])('%j: %s', (line, effect) => {
    const words = line.split(' ').filter((word) => word !== '')
    expect(knownCall(['shelf', ...words], calls).effect).toBe(effect)
  })
})
