import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { mark, type BareText } from '../../handler/handler-result.ts'

/** Shows name and version in one line, or as data where a format is asked for. */
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
