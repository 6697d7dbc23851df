import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { GrammarError } from './grammar-format.ts'
import { unreadMembers, writeGrammar } from './losses.ts'
import { GRAMMAR_FACTS, GRAMMAR_IDS, readAnyGrammar } from './registry.ts'
import { loadWriter as load } from './written-formats.ts'
import { WRITTEN_IDS } from './written-ids.ts'
import { LOST, SHELF } from './grammars.table.ts'

test('names the formats that can be written', () => {
  expect(WRITTEN_IDS).toEqual(GRAMMAR_IDS.filter((id) => GRAMMAR_FACTS[id].writes))
})

describe.each(WRITTEN_IDS)('%s', (id) => {
  test('reports what it cannot say, and nothing else is lost', async () => {
    const { losses } = await writeGrammar(await load(id), SHELF)
    expect([...new Set(losses.map(({ kind }) => kind))].toSorted()).toEqual(LOST[id])
  })

  test('what it writes is found and read without a rest', async () => {
    const { text } = await writeGrammar(await load(id), SHELF)
    const found = await readAnyGrammar(text)
    expect(found?.id).toBe(id)
    const { name, commands } = found!.read.description
    expect(name).toBe('shelf')
    expect(Object.keys(commands!).toSorted()).toEqual(Object.keys(SHELF.commands!).toSorted())
    expect(await unreadMembers(found!.format, found!.read)).toEqual([])
  })

  test('refuses other texts and throws nothing else', async () => {
    const { read } = await load(id)
    const document = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    )
    await fc.assert(
      fc.asyncProperty(document, async (text) => {
        const end = await read(text).then(
          () => 'read',
          (error: unknown) => error,
        )
        expect(end === 'read' || end instanceof GrammarError).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  test('writes any names and texts so that they are read back', async () => {
    const format = await load(id)
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
    const summary = fc.string({ minLength: 1 }).filter((text) => text.trim() === text)
    await fc.assert(
      fc.asyncProperty(word, word, word, summary, async (command, option, arg, about) => {
        const description = {
          surety: 1 as const,
          name: 'tool',
          version: '1.0.0',
          commands: {
            [`do ${command}`]: {
              summary: about,
              danger: 'safe' as const,
              args: { [arg]: { summary: about } },
              options: { [`x${option}`]: { summary: about } },
            },
          },
        }
        const { read } = await format
          .read(await format.write(description))
          .then((found) => ({ read: found.description }))
        expect(read.commands?.[`do ${command}`]).toMatchObject({
          summary: about,
          args: { [arg]: { summary: about } },
          options: { [`x${option}`]: { summary: about } },
        })
      }),
      { numRuns: 30 },
    )
  })
})

test.each(['cli-schema', 'opencli', 'uapi'] as const)(
  '%s keeps what it cannot say where it has room for others',
  async (id) => {
    const format = await load(id)
    const { text, losses } = await writeGrammar(format, SHELF, { isLossless: true })
    expect(losses.every(({ stowed_at }) => stowed_at !== null)).toBe(true)
    const { losses: after } = await writeGrammar(
      await load('surety'),
      (await format.read(text)).description,
    )
    expect(after).toEqual([])
    const again = await format.read(text)
    expect(again.description.commands!['book list']).toMatchObject(SHELF.commands!['book list']!)
  },
)

test('reads a spec of usage in the older KDL, and refuses it where only the newer is written', async () => {
  const older = 'bin "tool"\nflag "-f --force" help="Do it" global=true\n'
  const found = await readAnyGrammar(older)
  expect(found?.id).toBe('usage')
  expect(JSON.stringify(found?.read.description)).toContain('Do it')
  await expect((await load('usage')).read(older)).rejects.toThrow(GrammarError)
})
