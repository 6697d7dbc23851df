import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { Members } from '../../declare/types/member-tree.ts'
import { mark } from '../../handler/handler-result.ts'
import { completeWords } from '../completion/candidates.ts'
import { completionScript, SHELLS } from '../completion/scripts.ts'

export function completionCommand({ declaration }: Cli): Command {
  return defineCommand({
    description: 'Writes a completion script',
    danger: 'safe',
    type: 'completion_script',
    exitCodes: { SUCCESS: 'The script was written' },
    args: { shell: s.enum(SHELLS).describe('Shell to complete in') },
    run: ({ args: { shell } }) => {
      const text = completionScript(shell, declaration.name)
      return mark({ kind: 'text', text, data: { shell, script: text } })
    },
  })
}

/** Makes the command that completion scripts ask; it answers one candidate a line. */
export function completeCommand(cli: Cli, all: () => Members): Command {
  return defineCommand({
    description: 'Lists what fits in place of the last word',
    danger: 'safe',
    hidden: true,
    exitCodes: { SUCCESS: 'The candidates were written' },
    args: { words: s.array(s.string()).optional().describe('The words after the tool') },
    run: async ({ args: { words = [] }, warn }) => {
      const data = await completeWords(cli, all(), words, warn)
      const lines = data.candidates.map(({ word, description }) => `${word}\t${description}`)
      const text = [...lines, ...(data.files ? ['files'] : [])].join('\n')
      return mark({ kind: 'text', text, data: { ...data } })
    },
  })
}
