import fc from 'fast-check'
import { expect, test } from 'vitest'

import { deniedTools, TurnEngine } from './turn-engine.ts'

test("'hello world' is one message, two tokens in and twelve out", () => {
  const engine = new TurnEngine()
  expect(engine.submit('hello world')).toMatchObject({
    stop_reason: 'completed',
    cancel_observed: false,
  })
  expect([engine.messageCount, engine.inputTokens, engine.outputTokens]).toEqual([1, 2, 12])
})

test('the ninth prompt is refused and changes nothing', () => {
  const engine = new TurnEngine()
  for (let turn = 0; turn < 8; turn += 1) engine.submit('x')
  const { inputTokens } = engine
  expect(engine.submit('x').stop_reason).toBe('max_turns_reached')
  expect([engine.messageCount, engine.inputTokens]).toEqual([8, inputTokens])
})

test('a prompt over the budget is refused and changes nothing', () => {
  const engine = new TurnEngine()
  expect(engine.submit('word '.repeat(1500)).stop_reason).toBe('max_budget_reached')
  expect([engine.messageCount, engine.inputTokens, engine.outputTokens]).toEqual([0, 0, 0])
  expect(engine.records.map(({ type }) => type)).toEqual(['prompt_history'])
})

test('a cancelled prompt is seen and changes nothing', () => {
  const engine = new TurnEngine()
  expect(engine.submit('x', undefined, true)).toMatchObject({
    stop_reason: 'cancelled',
    cancel_observed: true,
  })
  expect(engine.messageCount).toBe(0)
})

test('matches and denials are part of the output', () => {
  const { output } = new TurnEngine().submit('x', {
    commands: ['review', 'test'],
    tools: ['BashTool', 'GrepTool'],
  })
  expect(output.split('\n').slice(1, 4)).toEqual([
    'Matched commands: review, test',
    'Matched tools: BashTool, GrepTool',
    'Permission denials: 1',
  ])
  expect(deniedTools(['BashTool', 'GrepTool', 'RebashTool'])).toEqual(['BashTool', 'RebashTool'])
})

test('whatever is said, the budgets hold and records match the counts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 400 }), { maxLength: 12 }), (prompts) => {
      const engine = new TurnEngine()
      for (const prompt of prompts) engine.submit(prompt)
      expect(engine.messageCount).toBeLessThanOrEqual(8)
      expect(engine.inputTokens + engine.outputTokens).toBeLessThanOrEqual(2000)
      const types = engine.records.map(({ type }) => type)
      expect(types.filter((type) => type === 'message')).toHaveLength(engine.messageCount)
      expect(types.filter((type) => type === 'prompt_history')).toHaveLength(prompts.length)
    }),
  )
})
