import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'

import { HARNESSES, harnessFile, serverName } from './harness-files.ts'

const stdio = (isTyped: boolean) => ({
  type: 'object',
  required: [...(isTyped ? ['type'] : []), 'command', 'args'],
  properties: {
    ...(isTyped && { type: { const: 'stdio' } }),
    command: { type: 'string', minLength: 1 },
    args: { type: 'array', items: { type: 'string' } },
    env: { type: 'object', additionalProperties: { type: 'string', pattern: '^\\$\\{.+\\}$' } },
    env_vars: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
})
const servers = (member: string, isTyped: boolean) => ({
  type: 'object',
  required: [member],
  properties: {
    [member]: { type: 'object', minProperties: 1, additionalProperties: stdio(isTyped) },
  },
  additionalProperties: false,
})

/** The shapes that the documentation of each harness gives. */
const FILES = {
  'claude-code': { path: '.mcp.json', member: 'mcpServers', isTyped: true },
  cursor: { path: '.cursor/mcp.json', member: 'mcpServers', isTyped: false },
  vscode: { path: '.vscode/mcp.json', member: 'servers', isTyped: true },
  codex: { path: '.codex/config.toml', member: 'mcp_servers', isTyped: false },
}

describe.each(HARNESSES)('the file of %s', (harness) => {
  const { path, member, isTyped } = FILES[harness]
  const validate = new Ajv2020().compile(servers(member, isTyped))

  it('has the shape that the harness reads, whatever the words of the tool are', () => {
    const word = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'Z', '-', '_', '0'), minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed()),
        fc.array(word),
        fc.uniqueArray(fc.constantFrom('TOKEN', 'HOME')),
        (name, command, args, variables) => {
          const file = harnessFile(harness, { name, command, args, variables })
          const document: unknown =
            file.format === 'toml' ? parse(file.text) : JSON.parse(file.text)
          expect(file.path).toBe(path)
          expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
          const entry = (document as Record<string, Record<string, object>>)[member]![name]
          expect(entry).toMatchObject({ command, args })
          expect(variables.every((variable) => file.text.includes(variable))).toBe(true)
        },
      ),
    )
  })
})

it('names a server after its tool', () => {
  expect(['gh', './bin/my tool.mjs', '/usr/bin/git', '...'].map(serverName)).toEqual([
    'gh',
    'my-tool',
    'git',
    'tool',
  ])
})
