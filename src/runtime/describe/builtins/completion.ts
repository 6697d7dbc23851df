import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import { completionScript, SHELLS } from '../completion/completion-script.ts'
import { completionModel } from '../completion-model.ts'
import type { Members } from '../../declare/groups/group.ts'
import { modelOf } from '../cli-model.ts'
import { mark } from '../../handler/handler-result.ts'

/** Makes the `completion` command, which writes the completion script for a shell. */
export function completionCommand(cli: Cli, all: () => Members): Command {
  return defineCommand({
    description: 'Writes a completion script',
    danger: 'safe',
    type: 'completion_script',
    exitCodes: { SUCCESS: 'The script was written' },
    args: { shell: s.enum(SHELLS).describe('The shell') },
    run: async ({ args, warn }) => {
      const text = completionScript(args.shell, completionModel(await modelOf(cli, all(), warn)))
      return mark({ kind: 'text', text, data: { shell: args.shell, script: text } })
    },
  })
}
