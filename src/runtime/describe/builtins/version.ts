import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { mark, type BareText } from '../../handler/handler-result.ts'

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
