import type { ListedCommand } from '../../../client/index.ts'
import { broken, defineCheck, type Observation } from '../../check.ts'
import { endOf, judgeEnded } from '../../evidence/answers.ts'
import { commandHelp, noManifest, refuses, UNKNOWN_FLAG, unasked } from '../../evidence/listed.ts'
import type { Probing } from '../../probing/probing.ts'

export const check = defineCheck({
  id: 'manifest_commands_answer',
  title: 'Every listed command exists and answers --help',
  level: 3,
  topic: 'discovery',
  requirements: ['REQ-O-041'],
  failureModes: [52],
  why: 'A manifest that lists what does not exist sends an agent into errors.',
  fix: 'Generate the manifest from the same declarations that the router uses.',
  run: async (tool) => {
    const { commands, manifest } = tool.subject
    if (manifest === null || commands.length === 0) return noManifest(tool)
    const { shown, notAsked } = await commandHelp(tool, commands, MAX_COMMANDS)
    const result = await judgeEnded(
      shown.map(({ run }) => run),
      (run) =>
        run.exitCode === 0 ? undefined : `A listed command answers --help with ${endOf(run)}.`,
      'Every listed command exists.',
    )
    if (result.status !== 'kept') return result
    const unknown = await unknownCommands(
      tool,
      shown.map(({ command }) => command),
    )
    if (unknown.length > 0) return broken(unknown)
    return unasked(notAsked, result.runs) ?? result
  },
})

/** Calls the safe commands with a flag that they cannot know: help may answer for words that lead nowhere. */
async function unknownCommands(
  tool: Probing,
  commands: readonly ListedCommand[],
): Promise<readonly Observation[]> {
  const safe = commands.filter(
    ({ danger, isGroup, words }) => danger === 'safe' && !isGroup && words.length > 0,
  )
  const found = await Promise.all(
    safe.map(async ({ path, words }) => {
      const argv = [...words, UNKNOWN_FLAG]
      const run = await tool.run({ name: argv.join(' '), argv })
      const isUnknown = await refuses(tool, run, 'command', words.at(-1)!)
      return isUnknown ? [{ run, says: `${path} is listed and refused as unknown.` }] : []
    }),
  )
  return found.flat()
}

/** A tool with hundreds of commands is sampled. */
const MAX_COMMANDS = 40
