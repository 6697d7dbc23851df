import { defineCheck } from '../../check.ts'
import { judgeEnded } from '../../evidence/answers.ts'
import { noManifest } from '../../evidence/listed.ts'
import { sample } from '../../discover/sample.ts'

/** Every listed command exists. */
export const check = defineCheck({
  id: 'manifest_commands_answer',
  title: 'Every listed command answers --help',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-O-041'],
  failureModes: [52],
  why: 'A manifest that lists what does not exist sends an agent into errors.',
  fix: 'Generate the manifest from the same declarations that the router uses.',
  run: async (tool) => {
    const { commands, manifest } = tool.subject
    if (manifest === null || commands.length === 0) return noManifest(tool)
    const runs = await tool.runAll(
      sample(commands, MAX_COMMANDS).map(({ words }) => {
        const argv = [...words, '--help']
        return { name: argv.join(' '), argv }
      }),
      { withMachineArgs: false },
    )
    return judgeEnded(
      runs,
      ({ exitCode }) =>
        exitCode === 0 ? undefined : `A listed command answers --help with ${exitCode}.`,
      'Every listed command exists.',
    )
  },
})

/** A tool with hundreds of commands is sampled. */
const MAX_COMMANDS = 40
