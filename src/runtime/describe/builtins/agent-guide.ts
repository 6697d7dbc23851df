import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { Members } from '../../declare/groups/group.ts'
import { wholeAnswers } from '../../result/validate-result.ts'
import { modelOf } from '../cli-model.ts'
import { buildGuide } from '../discovery/agent-guide.ts'

export function agentGuideCommand(cli: Cli, dialect: string, all: () => Members): Command {
  const command = defineCommand({
    description: 'Tells agents how to use the tool',
    danger: 'safe',
    type: 'agent_guide',
    exitCodes: { SUCCESS: 'The guide is complete' },
    run: async ({ warn }) => buildGuide(cli, await modelOf(cli, all(), warn), dialect),
  })
  wholeAnswers.add(command)
  return command
}
