import { defineChecks, leftOut, NEEDS, notShown } from '../check.ts'
import {
  judgeEnded,
  judgeRefusals,
  noDialect,
  noRefusal,
  refusals,
  refusedCalls,
  unknownCommands,
  unknownFlags,
} from '../evidence/answers.ts'
import { inScratch } from '../evidence/scratch.ts'
import texts from './input.json' with { type: 'json' }

export const input = defineChecks('input', texts, {
  error_names_input: async (tool) => {
    const named = [...unknownCommands(tool), ...unknownFlags(tool)].filter(({ argv }) =>
      argv.some((word) => word.includes('surety-check-no-such')),
    )
    const refused = await refusedCalls(tool, named)
    if (refused.length === 0) return noRefusal()
    return judgeEnded(
      refused.map(({ run }) => run),
      ({ exitCode, stdout, stderr }) =>
        exitCode === null || /surety-check-no-such|suretyCheckNoSuch/.test(stdout + stderr)
          ? undefined
          : 'The error does not name the word that is wrong.',
      'Every refusal names the word.',
    )
  },
  invalid_input_exit_2: (tool) => judgeRefusals(tool, tool.probes('invalid')),
  refusal_without_effects: async (tool) => {
    const refused = await refusedCalls(tool)
    if (refused.length === 0) return noRefusal()
    return inScratch(async (folder, namesIn) => {
      const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
      const env = { ...home, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, TMPDIR: folder }
      const runs = await tool.runAll(
        refused.map(({ probe }) => probe),
        { env },
      )
      const left = await namesIn()
      return judgeEnded(
        runs,
        () => (left.length === 0 ? undefined : `It left ${left.join(', ')} in a new home folder.`),
        'A new home folder stayed empty.',
      )
    })
  },
  unknown_command: async (tool) => {
    const probes = unknownCommands(tool)
    if (probes.length === 0) {
      return tool.subject.manifest === null
        ? notShown(
            'An invented word might be an argument that the tool acts on, so none was tried.',
            NEEDS.unknownCommand,
          )
        : leftOut('The manifest lists one command; a word may be its argument.')
    }
    return judgeRefusals(tool, probes)
  },
  unknown_flag: async (tool) => {
    const probes = unknownFlags(tool)
    return probes.length === 0
      ? notShown('There is no read to add an unknown flag to.', NEEDS.read)
      : judgeRefusals(tool, probes)
  },
  validation_phase: async (tool) => {
    if (tool.subject.dialect === null) return noDialect(tool)
    if (tool.subject.dialect.generation === undefined)
      return leftOut(`${tool.subject.dialect.id} has no phases.`)
    const runs = await tool.runAll(refusals(tool))
    return judgeEnded(
      runs.filter(({ exitCode }) => exitCode !== 0),
      async (run) => {
        const phase = (await tool.read(run))?.outcome.error?.phase ?? null
        return run.exitCode === null || phase === 'validation'
          ? undefined
          : `error.phase is ${JSON.stringify(phase)}.`
      },
      "Every refusal says 'validation'.",
    )
  },
})
