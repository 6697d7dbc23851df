import { expect, test } from 'vitest'

import { commandGraph, COMMANDS, findCommand, findTool, toolPool, TOOLS } from './inventory.ts'

test('the inventory is large and varied enough to show what the rules do', () => {
  expect(COMMANDS.length).toBeGreaterThanOrEqual(30)
  expect(TOOLS.length).toBeGreaterThanOrEqual(15)
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBeLessThan(COMMANDS.length)
  expect(TOOLS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BashTool', 'FileReadTool', 'FileEditTool']),
  )
})

test('commands are found trimmed, in any case, by alias; tools only in any case', () => {
  expect(findCommand('  ADD-DIR ')?.name).toBe('add-dir')
  expect(findCommand('plugins')?.name).toBe('plugin')
  expect(findTool('bashtool')?.name).toBe('BashTool')
  expect(findTool(' BashTool')).toBeUndefined()
  expect(findCommand('__proto__')).toBeUndefined()
})

test('every command has one origin, so that the counts add up', () => {
  const { builtins, plugins, skills } = commandGraph()
  expect(builtins.length + plugins.length + skills.length).toBe(COMMANDS.length)
  expect(plugins.length).toBeGreaterThan(1)
  expect(skills.length).toBeGreaterThanOrEqual(2)
})

test('modes narrow the pool', () => {
  const simple = toolPool({ simple: true, mcp: true }).map(({ name }) => name)
  expect([...new Set(simple)]).toEqual(['BashTool', 'FileReadTool', 'FileEditTool'])
  expect(toolPool({ simple: false, mcp: false }).length).toBeLessThan(TOOLS.length)
})
