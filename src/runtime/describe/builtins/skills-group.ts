import type { Cli } from '../../declare/cli.ts'
import { defineGroup, type Group, type Members } from '../../declare/groups/group.ts'

/** Makes the `skills` group. It is for people who set up agents, so listings for agents leave it out. */
export function skillsGroup(cli: Cli, all: () => Members): Group {
  const load = () => import('./skills.ts')
  return defineGroup({
    description: 'Writes skills and AGENTS.md for agents',
    hidden: true,
    commands: {
      generate: {
        description: 'Shows the skills, one for each group',
        load: async () => (await load()).skillsGenerateCommand(cli, all),
      },
      install: {
        description: 'Writes the skills into a folder',
        load: async () => (await load()).skillsInstallCommand(cli, all),
      },
      check: {
        description: 'Fails if the skills in a folder are out of date',
        load: async () => (await load()).skillsCheckCommand(cli, all),
      },
      section: {
        description: 'Writes the section of the tool in AGENTS.md',
        load: async () => (await load()).skillsSectionCommand(cli, all),
      },
    },
  })
}
