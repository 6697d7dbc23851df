import { s } from '../../../schema/index.ts'
import { defineCommand } from '../../declare/command.ts'
import { mark, type HelpRequest } from '../../handler/handler-result.ts'

/** The `help` command, which shows the same page as `--help`. */
export const command = defineCommand({
  description: 'Shows how a command is used',
  danger: 'safe',
  type: 'help',
  exitCodes: { SUCCESS: 'The help was shown' },
  args: { command: s.array(s.string()).optional().describe('The command, word by word') },
  run: ({ args }): HelpRequest => mark({ kind: 'help', path: args.command ?? [] }),
})
