import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readDescription } from 'surety/unstable/description'
import { readyNames, loadDescription } from './load-description.ts'
import { wrapProblems, type WrapDescription } from './wrap-description.ts'

const valid = {
  surety: 1,
  name: 'tool-agent',
  summary: 'Does things',
  program: ['tool'],
  commands: { list: { summary: 'Lists', danger: 'safe', call: ['ls'] } },
}
const parseDescription = (text: string) =>
  readDescription<WrapDescription>(text, { reader: 'wrapped', rules: wrapProblems })
const list = (members: object) => ({
  ...valid,
  commands: { list: { ...valid.commands.list, ...members } },
})
const problemsOf = async (value: unknown): Promise<readonly string[]> => {
  const parsed = await parseDescription(JSON.stringify(value))
  return parsed.ok ? [] : parsed.problems.map(({ pointer, message }) => `${pointer} ${message}`)
}

test.each<[unknown, string]>([
  [
    { ...valid, name: 'tool' },
    '/name is the program itself, which callers would reach instead; write tool-agent',
  ],
  [{ ...valid, sumary: 'x' }, '/sumary there is no such member; did you mean summary?'],
  [{ ...valid, commands: {} }, '/commands must not be empty'],
  [
    list({ danger: 'none' }),
    '/commands/list/danger must be one of ["safe","mutating","destructive"]',
  ],
  [
    list({ call: ['ls', '{where}'] }),
    '/commands/list/call/1 names {where}, which is neither an argument nor an option',
  ],
  [
    list({ effect: 'created' }),
    '/commands/list/effect is for commands that change things; this one is safe',
  ],
  [
    list({ options: { format: { summary: 'x' } } }),
    '/commands/list/options/format is a flag of every tool; choose another name',
  ],
  [
    list({ args: { a: { summary: 'x', many: true }, b: { summary: 'x' } } }),
    '/commands/list/args/a/many only the last argument may be given several times',
  ],
  [
    list({ options: { a: { summary: 'x', words: ['-a'] } } }),
    '/commands/list/options/a/words has no place for the value; write {} where it belongs',
  ],
  [
    list({ options: { a: { summary: 'x', wanted: 'a word' } } }),
    '/commands/list/options/a/wanted says what a pattern asks for, and there is none',
  ],
  [
    list({ output: { as: 'lines', pattern: '(' } }),
    '/commands/list/output/pattern Invalid regular expression: /(/mu: Unterminated group; it is a regular expression of JavaScript with the flags mu',
  ],
  [
    list({ output: { as: 'lines', pattern: 'x' } }),
    '/commands/list/output/pattern has no named group; write (?<name>...)',
  ],
  [
    list({ output: { as: 'text', pick: '/a' } }),
    '/commands/list/output/pick is for JSON, and as is text',
  ],
  [
    list({ output: { as: 'json', pick: 'a..b' } }),
    '/commands/list/output/pick a dotted path has an empty part',
  ],
  [
    list({ errors: [{ when: {}, exit: 'NOT_FOUND', code: 'GONE' }] }),
    '/commands/list/errors/0/when must not be empty',
  ],
  [
    list({ errors: [{ when: { exit: 1 }, exit: 'PRECONDITION', code: 'X', retryable: true }] }),
    '/commands/list/errors/0/code must be capitals, digits and _, such as NOT_FOUND',
  ],
  [
    list({ errors: [{ when: { exit: 1 }, exit: 'PRECONDITION', code: 'XX', retryable: true }] }),
    '/commands/list/errors/0/retryable PRECONDITION is never retryable: something must be corrected first',
  ],
  [
    {
      ...list({ exits: { 1: { exit: 'CONFLICT', code: 'GONE' } } }),
      exits: { 2: { exit: 'NOT_FOUND', code: 'GONE' } },
    },
    '/commands/list/exits/1/code GONE has the exit NOT_FOUND elsewhere; one code has one exit',
  ],
  [
    { ...valid, commands: { ...valid.commands, 'list all': valid.commands.list } },
    "/commands/list all is inside of 'list', which is a command; a group has no call of its own",
  ],
  [
    { ...list({ call: ['-c', 'ls {dir}'], args: { dir: { summary: 'x' } } }), program: ['bash'] },
    '/commands/list/call/1 a value would be read as code; give it as a word after it',
  ],
])('says where the mistake is and what to do: %#', async (value, problem) => {
  expect(await problemsOf(value)).toContain(problem)
})

test('every pattern of a ready description says in words what it asks for', async () => {
  const silent: string[] = []
  for (const ready of await readyNames()) {
    const { description } = await loadDescription(ready)
    for (const [path, { args, options }] of Object.entries(description.commands))
      for (const [name, { pattern, wanted }] of Object.entries({ ...args, ...options }))
        if (pattern !== undefined && wanted === undefined) silent.push(`${ready} ${path} ${name}`)
  }
  expect(silent).toEqual([])
})

test('reads YAML and JSON, and refuses members that appear twice in either', async () => {
  expect(await problemsOf(valid)).toEqual([])
  expect(await parseDescription('surety: 1\nname: a\nname: b\n')).toMatchObject({ ok: false })
  expect(await parseDescription(JSON.stringify(valid).replace('{', '{"name":"x",'))).toMatchObject({
    problems: [{ message: 'is neither JSON nor YAML: An object has a member twice' }],
  })
})

test('never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
      expect((await parseDescription(text)).ok).toBe(false)
    }),
    { numRuns: 50 },
  )
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      await problemsOf(list({ options: value }))
      await problemsOf(list({ output: value, errors: value }))
    }),
    { numRuns: 50 },
  )
})

test('every ready description is valid, and describes each of its failures once', async () => {
  for (const name of await readyNames()) {
    const { description } = await loadDescription(name)
    expect(description.name).toBe(`${name}-agent`)
  }
})
