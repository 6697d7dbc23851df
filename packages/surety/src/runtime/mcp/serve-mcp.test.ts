import { expect, test } from 'vitest'

import { parseMcpFlags } from './serve-mcp.ts'

const stdio = { tools: [], port: null, host: null, words: [] }

test.each([
  [['--mcp'], stdio],
  [['--mcp', '--zone', 'a', '--mcps'], { ...stdio, words: ['--zone', 'a', '--mcps'] }],
  [['--mcp-tools', 'a *,b', '--mcp-tools=c'], { ...stdio, tools: ['a *', 'b', 'c'] }],
  [['--mcp-http=0', '--mcp-host', '::'], { ...stdio, port: 0, host: '::' }],
])('reads %j', (argv, request) => {
  expect(parseMcpFlags(argv)).toEqual(request)
})

test.each([
  [['--mcp=1'], 'There is no option --mcp.'],
  [['--mcp-tool', 'x'], 'There is no option --mcp-tool.'],
  [['--mcp-tools'], '--mcp-tools needs a value.'],
  [['--mcp-http', '99999'], "--mcp-http needs a port from 0 to 65535, not '99999'."],
  [['--mcp', '--mcp-host', '::'], '--mcp-host needs --mcp-http.'],
])('refuses %j', (argv, problem) => {
  expect(parseMcpFlags(argv)).toMatchObject({ message: problem, facts: { phase: 'validation' } })
})
