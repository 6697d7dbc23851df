import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { toolNameProblems } from '../run/call-options.ts'
import { HARNESSES, harnessFile, serverName, type ServerEntry } from './harness-files.ts'
import { examples, flag, matching, problemIf } from '../../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Prints the configuration with which an MCP client starts a tool',
  danger: 'safe',
  type: 'mcp_config',
  exitCodes: { SUCCESS: 'The file is in data' },
  args: {
    harness: s.enum(HARNESSES).describe('The MCP client'),
    tool: s.array(s.string()).describe('The tool and its leading arguments, after --'),
  },
  options: {
    name: matching(
      /^[A-Za-z0-9_-]+$/,
      "letters, digits, '_' and '-'",
      'Name of the server; default from the tool',
    ).optional(),
    direct: flag(
      'Starts the tool itself, with --mcp, instead of surety; for tools made with surety',
    ),
    env: s
      .array(s.string().pattern(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable'))
      .default([])
      .describe('Variable that the tool needs, such as GH_TOKEN'),
  },
  examples: examples({
    'Write the file of a project for Claude Code':
      'surety mcp config claude-code --format plain -- gh > .mcp.json',
    'Print it for Codex, of a tool made with surety':
      'surety mcp config codex --direct --format plain -- acme',
  }),
  text: (data) => (data as unknown as { text: string }).text.trimEnd(),
  validate: ({ args: { tool } }) => [
    ...problemIf(
      tool.length === 0,
      '<tool>',
      'MISSING_ARGUMENT',
      'No tool was given; write it after --.',
    ),
    ...toolNameProblems(tool),
  ],
  run: ({ args, options }) => {
    const [tool = '', ...words] = args.tool
    const entry: ServerEntry = {
      name: options.name ?? serverName(tool),
      command: options.direct ? tool : 'surety',
      args: options.direct ? [...words, '--mcp'] : ['mcp', '--', tool, ...words],
      variables: options.env,
    }
    const file = harnessFile(args.harness, entry)
    return { harness: args.harness, name: entry.name, ...file }
  },
})
