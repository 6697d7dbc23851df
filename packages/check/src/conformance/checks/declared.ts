import type { ListedCommand } from '@surety/client/unstable/client'
import { checkValue } from '@surety/internal/json-schema/check-value.ts'
import { defineChecks, judgeEnded, leftOut, NEEDS, notShown } from '../check.ts'
import { sample, withoutValue } from '../discover/manifest-probes.ts'
import { hangOf, judgeRefusals } from '../evidence/answers.ts'
import { commandOf, noManifest } from '../evidence/listed.ts'
import { callOf, previewOf, safestCalls } from '../evidence/listed-calls.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe } from '../probing/subject.ts'

/** What a manifest declares, held against what the tool does. */
export const declared = defineChecks('discovery', {
  data_matches_schema: {
    title: 'Data are as the manifest declares them',
    level: 3,
    requirements: ['REQ-C-015'],
    failureModes: [52],
    why: 'Agents and typed clients read data by the declared schema. A member of another type is a wrong decision.',
    fix: 'Print the schema that results are validated against, or generate it from their type.',
    runs: async (tool) => {
      const { commands, manifest } = tool.subject
      if (manifest === null) return noManifest(tool)
      const reads = tool.probes('read', 'write').filter(({ argv }) => {
        const hasSchema = commandOf(commands, argv)?.outputSchema != null
        return hasSchema && !argv.some((word) => SHAPING.test(word))
      })
      if (reads.length === 0) return leftOut('No command that may be called declares a schema.')
      const runs = (await tool.runAll(reads)).filter(({ exitCode }) => exitCode === 0)
      const summary = 'No call of a command with a declared schema succeeded.'
      return runs.length === 0 ? notShown(summary, NEEDS.readThatSucceeds) : runs
    },
    problemOf: async (run, tool) => {
      const data = await tool.dataOf(run)
      if (data === undefined) return null
      const [first] = checkValue(schemaOf(tool, run), data)
      return first && `data${first.pointer} ${first.message}, against the declared schema.`
    },
    summary: 'Data match their declared schemas.',
  },
  every_command_answers: {
    title: 'Every listed command answers',
    level: 3,
    requirements: ['REQ-O-041', 'REQ-F-002'],
    failureModes: [52, 1],
    why: 'An agent may call any command that is listed. One that was never tried may crash.',
    fix: 'Answer every call, even one whose values match nothing, and never crash.',
    run: async (tool) => {
      const { commands, manifest } = tool.subject
      if (manifest === null || commands.length === 0) return noManifest(tool)
      const calls = safestCalls(tool)
      if (calls.length === 0)
        return leftOut(
          'By the manifest every command may change something, and none has a preview.',
        )
      const runs = await tool.runAll(calls)
      return judgeEnded(runs, (run) => crashOf(tool, run), 'Every listed command answers.')
    },
  },
  required_arguments: {
    title: 'A call without a required argument is refused',
    level: 3,
    requirements: ['REQ-F-015', 'REQ-O-041'],
    failureModes: [14],
    why: 'Agents sometimes forget a required argument. If the call is accepted all the same, it works on something else.',
    fix: 'Refuse a call without a required argument as invalid input, before anything is done.',
    run: async (tool) => {
      const { commands, manifest } = tool.subject
      if (manifest === null || commands.length === 0) return noManifest(tool)
      const callable = commands.filter(({ isGroup }) => !isGroup)
      const calls = callable.flatMap(incompleteCalls)
      if (calls.length === 0)
        return leftOut(
          callable.some(({ flags }) => withoutValue(flags).length > 0)
            ? 'By the manifest the commands with required arguments may change something, and none has a preview.'
            : 'The manifest lists no required argument to leave out.',
        )
      return judgeRefusals(tool, sample(calls, MAX_CALLS))
    },
  },
})

/** Flags that make data another shape than the command declares. */
const SHAPING = /^--(?:fields|select|token-|full-output|format|output|envelope|stream|index|depth)/

const MAX_CALLS = 48

function schemaOf({ subject }: Probing, { argv }: Run) {
  return commandOf(subject.commands, argv.slice(subject.command.length))?.outputSchema ?? null
}

function incompleteCalls(command: ListedCommand): readonly Probe[] {
  const preview = previewOf(command)
  if (command.danger !== 'safe' && preview === undefined) return []
  return withoutValue(command.flags).map((given) =>
    callOf(command, [...command.words, ...given, ...(preview ?? [])], 'invalid'),
  )
}

async function crashOf(tool: Probing, run: Run) {
  const hang = hangOf(run)
  if (hang !== undefined) return hang
  if (run.exitCode === null) return `It was ended by ${run.end.endedBy}.`
  if (tool.subject.dialect === null) return null
  if (!(await tool.isReadable(run))) return 'It prints no answer that can be read.'
  const { error } = (await tool.outcomeOf(run)) ?? {}
  return error?.code === 'INTERNAL_ERROR' && 'It fails by a defect of its own (INTERNAL_ERROR).'
}
