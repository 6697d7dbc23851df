import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { mark, type BareText, type HelpRequest } from '../../handler/handler-result.ts'

/** The `help` command, which shows the same page as `--help`. */
export const helpCommand = defineCommand({
  description: 'Shows how a command is used',
  danger: 'safe',
  type: 'help',
  exitCodes: { SUCCESS: 'The help was shown' },
  args: { command: s.array(s.string()).optional().describe('The command, word by word') },
  run: ({ args }): HelpRequest => mark({ kind: 'help', path: args.command ?? [] }),
})

/** Makes the `version` command, which answers with one line, or with data if a format is given. */
export function versionCommand(cli: Cli): Command {
  const { name, version } = cli.declaration
  return defineCommand({
    description: 'Shows the version',
    danger: 'safe',
    type: 'version',
    exitCodes: { SUCCESS: 'The version was shown' },
    run: (): BareText =>
      mark({ kind: 'text', text: `${name} ${version}`, data: { name, version } }),
  })
}
