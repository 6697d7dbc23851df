import { quoteWords } from '../../packages/internal/src/quote-words.ts'
import type { CallRecord, ToolView } from '../../packages/cli/src/cli/commands/inspect/views.ts'

/** Spells a call for other places; the typed client and MCP know commands alone. */
export function copiesOf(
  record: CallRecord,
  { program }: ToolView,
): readonly (readonly [string, string])[] {
  const { argv, args, command, safety } = record
  const safe = safety === 'safe' ? ['--safe'] : []
  const plain = [
    ['Shell line', quoteWords(argv)],
    ['surety run', quoteWords(['surety', 'run', ...safe, '--', ...argv])],
  ] as const
  if (command === null || args === null) return plain
  const camel = (name: string) =>
    name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const input = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [camel(name), value]),
  )
  const path = command.split(' ').map((word) => `[${JSON.stringify(word)}]`)
  const client = [
    "import { connect } from '@surety/client'",
    '',
    `const tool = connect(${JSON.stringify(program)})`,
    `const answer = await tool${path.join('')}(${JSON.stringify(input)})`,
  ]
  const name = safety === 'safe' ? 'call_read' : 'call_write'
  const mcp = { method: 'tools/call', params: { name, arguments: { command, args } } }
  return [...plain, ['Typed client', client.join('\n')], ['MCP call', JSON.stringify(mcp)]]
}
