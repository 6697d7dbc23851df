import fc from 'fast-check'
import { estimateTokenCount } from 'tokenx'
import { expect, test } from 'vitest'

import type { JsonValue } from '../contract/index.ts'
import { createCallDesk } from './answer-call.ts'
import { answerData, toToolResult } from './own-answer.ts'
import type { CallContext, ServedCommand, ServedTool } from './served-tool.ts'

const context: CallContext = { signal: new AbortController().signal, report: () => {} }

const command = (name: string, more: Partial<ServedCommand> = {}): ServedCommand => ({
  name,
  aliases: [],
  description: `Does ${name}`,
  danger: 'safe',
  confirmedBy: null,
  alsoTakes: [],
  usesNetwork: false,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  ...more,
})

function toolOf(commands: readonly ServedCommand[], more: Partial<ServedTool> = {}): ServedTool {
  return {
    name: 'acme',
    version: () => '1.0.0',
    description: 'Manages volumes',
    dialect: 'spec-1.0',
    commands: async () => commands,
    describe: ({ name }) => answerData('spec-1.0', { described: name }),
    call: ({ name }, args) => answerData('spec-1.0', { called: name, args }),
    ...more,
  }
}

const many = Array.from({ length: 72 }, (_, index) => command(`group${index % 8} command${index}`))

test('the list of tools has at most 525 tokens, however many commands there are', async () => {
  const listed = await createCallDesk(toolOf(many), []).list()
  expect(listed.map(({ name }) => name)).toEqual(['search', 'describe', 'call_read', 'call_write'])
  expect(estimateTokenCount(JSON.stringify(listed))).toBeLessThanOrEqual(525)
})

test('search puts names before descriptions, and lists everything without a query', async () => {
  const desk = createCallDesk(
    toolOf([command('list', { description: 'Shows wallets' }), command('wallet add')]),
    [],
  )
  const found = async (query?: string) => {
    const { document } = (await desk.call('search', query === undefined ? {} : { query }, context))!
    return (document as { data: { commands: { command: string }[] } }).data.commands.map(
      (each) => each.command,
    )
  }
  expect(await found('wallet')).toEqual(['wallet add', 'list'])
  expect(await found()).toEqual(['list', 'wallet add'])
  expect(await found('nothing')).toEqual([])
})

test('a reading call refuses a command that changes something; aliases and dots are names too', async () => {
  const desk = createCallDesk(
    toolOf([command('wallet remove', { danger: 'destructive', aliases: ['wallet rm'] })]),
    [],
  )
  const call = (name: string, words: string) =>
    desk.call(name, { command: words, args: { id: 1 } }, context)
  expect(await call('call_read', 'wallet rm')).toMatchObject({ isOk: false, exit: 'ARG_ERROR' })
  for (const words of ['wallet remove', 'wallet.remove', ' wallet  rm '])
    expect(await call('call_write', words)).toMatchObject({
      document: { data: { called: 'wallet remove', args: { id: 1 } } },
    })
  expect(await call('call_write', 'walet remove')).toMatchObject({
    document: { error: { code: 'UNKNOWN_COMMAND', suggestion: "Use 'wallet remove'." } },
  })
})

test('a tool for each command has a name that every client accepts, and no two the same', async () => {
  const long = 'x'.repeat(80)
  const commands = ['a b', 'a_b', 'a.b', long, `${long}y`, 'ü'].map((name) => command(name))
  const listed = await createCallDesk(toolOf(commands), ['*']).list()
  const names = listed.map(({ name }) => name)
  expect(new Set(names).size).toBe(commands.length)
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  const some = await createCallDesk(toolOf(many), ['group1 *', 'GROUP2.command2']).list()
  expect(some).toHaveLength(10)
})

test('answers whatever it is called with, and survives a tool that throws', async () => {
  const broken = toolOf([command('list')], {
    call: () => {
      throw new Error('out of paper')
    },
  })
  expect(await createCallDesk(broken, ['*']).call('list', {}, context)).toMatchObject({
    isOk: false,
    document: { error: { code: 'INTERNAL_ERROR', detail: 'out of paper' } },
  })
  const desk = createCallDesk(toolOf(many), [])
  const names = fc.constantFrom('search', 'describe', 'call_read', 'call_write')
  await fc.assert(
    fc.asyncProperty(names, fc.jsonValue(), async (name, args) => {
      const result = toToolResult((await desk.call(name, args as JsonValue, context))!)
      expect(JSON.parse(result.content[0]!.text)).toEqual(
        JSON.parse(JSON.stringify(result.structuredContent)),
      )
      expect(result.isError).toBe(result.structuredContent['ok'] === false)
    }),
  )
})

const nested = (levels: number): JsonValue =>
  levels === 0 ? 1 : JSON.parse('['.repeat(levels) + ']'.repeat(levels))

test.each<[string, Record<string, JsonValue>]>([
  ['an empty name, which would end the options', { '': true, 'dry-run': true }],
  ['dashes alone', { '--': true }],
  ['a name with a value in it', { 'dry-run=false': true }],
  ['one argument twice', { 'dry-run': true, dryRun: false }],
  ['an argument and its denial', { 'dry-run': true, 'no-dry-run': true }],
  ['thousands of levels', { id: nested(5_000) }],
])('%s is refused, and nothing is called', async (_, args) => {
  const called: unknown[] = []
  const tool = toolOf([command('rm', { danger: 'mutating' })], {
    call: ({ name }) => {
      called.push(name)
      return answerData('spec-1.0', {})
    },
  })
  const progressive = await createCallDesk(tool, []).call(
    'call_write',
    { command: 'rm', args },
    context,
  )
  const direct = await createCallDesk(tool, ['*']).call('rm', args, context)
  for (const answer of [progressive, direct])
    expect(answer?.document).toMatchObject({ ok: false, error: { code: 'INVALID_VALUE' } })
  expect(called).toEqual([])
})

test('at most 32 calls are at work, the others wait, and one that is cancelled never begins', async () => {
  let atWork = 0
  let most = 0
  const begun: JsonValue[] = []
  const tool = toolOf([command('list')], {
    call: async (_, args) => {
      begun.push(args['id']!)
      most = Math.max(most, (atWork += 1))
      await new Promise((resolve) => setTimeout(resolve, 5))
      atWork -= 1
      return answerData('spec-1.0', {})
    },
  })
  const desk = createCallDesk(tool, ['*'])
  const leaving = new AbortController()
  const call = (id: number, signal = new AbortController().signal) =>
    desk.call('list', { id: String(id) }, { ...context, signal })
  const calls = Array.from({ length: 100 }, (_, id) => call(id))
  const left = call(100, leaving.signal)
  leaving.abort()
  expect((await left)?.document).toMatchObject({ error: { code: 'CANCELLED' } })
  expect((await Promise.all(calls)).every((answer) => answer?.isOk)).toBe(true)
  expect(most).toBe(32)
  expect(begun).toEqual(Array.from({ length: 100 }, (_, id) => String(id)))
  const crowd = await Promise.all(Array.from({ length: 1100 }, (_, id) => call(id)))
  const refused = crowd.filter((answer) => !answer?.isOk)
  expect(refused).toHaveLength(1100 - 1032)
  expect(refused[0]!.document).toMatchObject({
    error: { code: 'TOO_MANY_CALLS', retryable: true },
  })
})

test('arguments are those that a command has, and texts are texts', async () => {
  const called: JsonValue[] = []
  const tool = toolOf([command('list', { alsoTakes: ['fields'] })], {
    call: ({ name }, args) => {
      called.push(args)
      return answerData('spec-1.0', { called: name })
    },
  })
  const desk = createCallDesk(tool, ['*'])
  const codeOf = async (args: JsonValue) => {
    const { document } = (await desk.call('list', args, context))!
    return (document as { error: { code: string } | null }).error?.code
  }
  const texts = fc.string({ unit: 'binary' })
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const isUsable = text.isWellFormed() && !text.includes('\0')
      expect(await codeOf({ id: text })).toBe(isUsable ? undefined : 'INVALID_VALUE')
      expect(await codeOf({ fields: [{ a: text }] })).toBe(isUsable ? undefined : 'INVALID_VALUE')
    }),
  )
  for (const id of [{}, [], [1]]) expect(await codeOf({ id })).toBe('INVALID_VALUE')
  expect(await codeOf({ id: 5, fields: 'a' })).toBeUndefined()
  // `--no-confirm` often means yes.
  for (const name of ['no-fields', 'nofields', 'noFields'])
    expect(await codeOf({ [name]: true })).toBe('UNKNOWN_FLAG')
  called.length = 0
  expect(await codeOf({ id: '1', output: '/etc/x' })).toBe('UNKNOWN_FLAG')
  expect(called).toEqual([])
})
