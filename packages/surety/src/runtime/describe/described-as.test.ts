import { expect, test } from 'vitest'

import { GRAMMAR_FACTS, readAnyGrammar, WRITTEN_IDS } from '../../grammars/index.ts'
import { s } from '../../schema/index.ts'
import { runCli } from '../../testing/index.ts'
import { defineCli } from '../index.ts'

const commands = {
  list: {
    description: 'Lists books',
    danger: 'safe',
    options: { tag: s.string().optional().describe('Only with this tag') },
    run: () => ({}),
  },
  drop: {
    description: 'Drops a book',
    danger: 'destructive',
    exitCodes: { SUCCESS: 'It is gone' },
    args: { id: s.string().describe('Which one') },
    dryRun: () => ({}),
    run: () => ({ effect: 'deleted' }),
  },
} as const
const plain = defineCli({ name: 'shelf', version: '2.0.0', commands })
const told = defineCli({
  name: 'shelf',
  version: '2.0.0',
  commands,
  describedAs: ['cli-schema', 'usage', 'uapi'],
})

test.each(WRITTEN_IDS)('manifest --as %s prints a document that is read back', async (as) => {
  const { stdout } = await runCli(plain, ['manifest', '--as', as])
  const found = await readAnyGrammar(stdout)
  expect(found).toMatchObject({
    id: as,
    read: { description: { name: 'shelf', version: '2.0.0' } },
  })
  const { list, drop } = found!.read.description.commands!
  expect(list!.options).toMatchObject({ tag: { summary: 'Only with this tag' } })
  expect(Object.keys(drop!.args!)).toEqual(['id'])
})

test('a caller who asks for a format gets the document and its losses as data', async () => {
  const { outcome } = await runCli(plain, ['manifest', '--as', 'uapi', '--format', 'json'])
  expect(outcome.data).toMatchObject({ as: 'uapi', document: expect.stringContaining('mediaType') })
  expect(outcome.data).toMatchObject({
    losses: expect.arrayContaining([
      { pointer: '/commands/list/danger', kind: 'danger', stowed_at: null },
    ]),
  })
  expect(outcome.warnings.join()).toMatch(/uapi has no place for .*whether it reads/)
})

test('a document alone is printed with a warning of what it lacks', async () => {
  const { stdout, stderr } = await runCli(plain, ['manifest', '--as', 'uapi'])
  expect(JSON.parse(stdout)).toHaveProperty('mediaType')
  expect(stderr).toMatch(/uapi has no place for .*whether it reads/)
})

test('a part is described alone', async () => {
  const { stdout } = await runCli(plain, ['manifest', 'drop', '--as', 'usage'])
  expect(stdout).toContain('cmd drop')
  expect(stdout).not.toContain('cmd list')
})

test.each([
  ['__schema', 'cli-schema'],
  ['--usage-spec', 'usage'],
  ['--introspect-cli', 'uapi'],
] as const)('%s is answered if the author declares %s, and unknown if not', async (word, id) => {
  expect(GRAMMAR_FACTS[id].asks).toContainEqual([word])
  const { stdout, exit } = await runCli(told, [word])
  expect([exit, (await readAnyGrammar(stdout))?.id]).toEqual([0, id])
  expect((await runCli(plain, [word])).outcome.error?.code).toMatch(/^UNKNOWN_/)
  expect((await runCli(told, [word, 'more'])).outcome.ok).toBe(false)
})

test('a tool that is one command is described as well', async () => {
  const greet = defineCli({
    name: 'greet',
    args: { name: s.string().describe('Who to greet') },
    describedAs: ['cli-schema'],
    run: () => ({}),
  })
  const found = await readAnyGrammar((await runCli(greet, ['__schema'])).stdout)
  expect(found?.read.description.commands?.['']?.args).toHaveProperty('name')
  expect((await runCli(greet, ['--usage-spec'])).outcome.ok).toBe(false)
})
