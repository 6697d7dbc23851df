import { defineChecks, judgeEnded, leftOut, NEEDS, notShown } from '../check.ts'
import {
  judgeRefusals,
  noDialect,
  noRefusal,
  refusals,
  refusedCalls,
  unknownCommands,
  unknownFlags,
} from '../evidence/answers.ts'
import { cutFlags, wrongValues } from '../evidence/listed-calls.ts'
import { inScratch } from '../evidence/scratch.ts'

export const input = defineChecks('input', {
  error_names_input: {
    title: 'A refusal names the word that it refuses',
    level: 2,
    requirements: ['REQ-C-013'],
    failureModes: [14],
    why: 'An agent can only correct what the error points at.',
    fix: 'Repeat the flag, argument or command in the message or in a member of the error.',
    runs: async (tool) => {
      const named = [...unknownCommands(tool), ...unknownFlags(tool)].filter(({ argv }) =>
        argv.some((word) => word.includes('surety-check-no-such')),
      )
      const refused = await refusedCalls(tool, named)
      return refused.length === 0 ? noRefusal() : refused.map(({ run }) => run)
    },
    problemOf: ({ exitCode, stdout, stderr }) =>
      exitCode !== null &&
      !/surety-check-no-such|suretyCheckNoSuch/.test(stdout + stderr) &&
      'The error does not name the word that is wrong.',
    summary: 'Every refusal names the word.',
  },
  invalid_input_exit_2: {
    title: 'Invalid input ends with the exit code of invalid input',
    level: 1,
    requirements: ['REQ-F-002'],
    failureModes: [14, 1],
    why: 'An agent corrects its call only if the exit says that the call was wrong. General errors make it give up or repeat.',
    fix: 'Validate everything first, and exit with ARG_ERROR (2; 3 in contract 1.0) for whatever is refused.',
    run: (tool) => judgeRefusals(tool, [...tool.probes('invalid'), ...wrongValues(tool)]),
  },
  refusal_without_effects: {
    title: 'Refused input leaves no files behind',
    level: 2,
    requirements: ['REQ-F-015', 'REQ-F-076'],
    failureModes: [14],
    why: 'An agent repeats a refused call with other words. What the refusal left behind is in the way.',
    fix: 'Create folders, caches and state only after the input is accepted.',
    run: async (tool) => {
      const refused = await refusedCalls(tool)
      if (refused.length === 0) return noRefusal()
      return inScratch(async (folder, namesIn) => {
        const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder }
        const places = { XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, TMPDIR: folder }
        // Compiled code that a runtime keeps of a program is no effect of a call.
        const env = { ...home, ...places, NODE_DISABLE_COMPILE_CACHE: '1' }
        const runs = await tool.runAll(
          refused.map(({ probe }) => probe),
          { env },
        )
        const left = await namesIn()
        return judgeEnded(
          runs,
          () => left.length > 0 && `It left ${left.join(', ')} in a new home folder.`,
          'A new home folder stayed empty.',
        )
      })
    },
  },
  unknown_command: {
    title: 'An unknown command is refused as invalid input',
    level: 1,
    requirements: ['REQ-F-002', 'REQ-F-015'],
    failureModes: [14],
    why: 'Agents invent commands. One that is accepted, or answered with help and exit 0, looks like success.',
    fix: 'Refuse a command that does not exist with an error, and exit as for invalid input.',
    run: async (tool) => {
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
  },
  unknown_flag: {
    title: 'An unknown flag is refused as invalid input',
    level: 1,
    requirements: ['REQ-F-002', 'REQ-F-015'],
    failureModes: [14],
    why: 'A flag that is ignored does something else than the agent asked for: --dry-rum deletes.',
    fix: 'Refuse flags that the command does not declare.',
    run: async (tool) => {
      const probes = unknownFlags(tool)
      return probes.length === 0
        ? notShown('There is no read to add an unknown flag to.', NEEDS.read)
        : judgeRefusals(tool, [...probes, ...cutFlags(tool)])
    },
  },
  validation_phase: {
    title: 'Refused input is reported in the validation phase',
    level: 2,
    requirements: ['REQ-F-015', 'REQ-C-006'],
    failureModes: [14],
    why: 'The phase tells an agent that nothing was changed, so that it can correct the call and go on.',
    fix: "Set error.phase to 'validation' on every refusal.",
    runs: async (tool) => {
      const { dialect } = tool.subject
      if (dialect === null) return noDialect(tool)
      if (dialect.generation === undefined) return leftOut(`${dialect.id} has no phases.`)
      const runs = await tool.runAll(refusals(tool))
      return runs.filter(({ exitCode }) => exitCode !== 0)
    },
    problemOf: async (run, tool) => {
      const phase = (await tool.outcomeOf(run))?.error?.phase ?? null
      const isWrong = run.exitCode !== null && phase !== 'validation'
      return isWrong && `error.phase is ${JSON.stringify(phase)}.`
    },
    summary: "Every refusal says 'validation'.",
  },
})
