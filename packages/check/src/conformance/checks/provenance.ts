import { objectOf, isJsonObject, type JsonObject } from 'surety/unstable/contract'
import {
  defineChecks,
  judgeEnded,
  leftOut,
  NEEDS,
  notShown,
  type CheckResult,
  type Problem,
} from '../check.ts'
import { answers } from '../evidence/answers.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { addWords } from '@surety/internal/command-words.ts'

const SEMVER = /^\d+\.\d+\.\d+(?:[-+].+)?$/

/** What only the newest generation of the spec promises about a call: what it was made with, and what it would do. */
export const provenance = defineChecks('discovery', {
  versions_stated: {
    title: 'Every answer states the version of the tool and of its data',
    level: 3,
    since: '1.16',
    requirements: ['REQ-F-022', 'REQ-F-023'],
    why: 'An agent that kept what it learnt of a tool sees from any answer that it is out of date.',
    fix: 'Put schema_version (MAJOR.MINOR) and tool_version (semver) into meta of every answer.',
    run: async (tool) =>
      judgeMeta(tool, await answers(tool), ({ schema_version: schema, tool_version: version }) => {
        if (typeof schema !== 'string' || !/^\d+\.\d+$/.test(schema))
          return 'meta.schema_version is not MAJOR.MINOR.'
        const isVersion = typeof version === 'string' && SEMVER.test(version)
        return !isVersion && 'meta.tool_version is no version.'
      }),
  },
  configuration_named: {
    title: 'Every answer names the configuration that it was made with',
    level: 3,
    since: '1.16',
    requirements: ['REQ-F-028'],
    why: 'If a file of settings is missing, answers differ although nothing else changed. The agent must be able to tell.',
    fix: 'Put config_sources and effective_config_hash into meta; equal calls have an equal hash.',
    run: async (tool) => {
      const [read] = tool.probes('read')
      if (read === undefined) return notShown('There is no read to look at.', NEEDS.read)
      const first = await tool.run(read)
      const known = (await tool.outcomeOf(first))?.meta['effective_config_hash']
      const runs = [first, await tool.run(read, { repetition: 1 })]
      return judgeMeta(tool, runs, ({ config_sources: sources, effective_config_hash: hash }) => {
        if (!Array.isArray(sources)) return 'meta.config_sources is no list.'
        if (typeof hash !== 'string') return 'meta.effective_config_hash is no text.'
        return hash !== known && 'The hash differs although nothing has changed.'
      })
    },
  },
  validate_only: {
    title: '--validate-only judges the input and does nothing',
    level: 3,
    since: '1.16',
    requirements: ['REQ-O-009'],
    why: 'An agent checks a call before it makes it. The check must not make the call.',
    fix: 'End a call with --validate-only after its input is checked, with validation_only in meta.',
    run: async (tool) => {
      const [read] = tool.probes('read')
      if (!lists(tool, 'validate-only')) return leftOut('The tool lists no --validate-only.')
      if (read === undefined) return notShown('There is no read to try.', NEEDS.read)
      const argv = addWords(read.argv, ['--validate-only'])
      const run = await tool.run({ ...read, name: `${read.name} --validate-only`, argv })
      const data = await tool.dataOf(run)
      const isEmpty = data === null || (isJsonObject(data) && Object.keys(data).length === 0)
      return judgeMeta(tool, [run], ({ validation_only: marked }) => {
        if (marked !== true) return 'meta.validation_only is not true.'
        return !isEmpty && 'The answer has data, so something ran.'
      })
    },
  },
  show_config: {
    title: '--show-config says where each value came from',
    level: 3,
    since: '1.16',
    requirements: ['REQ-O-015'],
    why: 'To correct a wrong value, a person must know which of several places it comes from.',
    fix: 'Answer with effective_config, sources and precedence_order.',
    run: async (tool) => {
      if (!lists(tool, 'show-config')) return leftOut('The tool lists no --show-config.')
      const run = await tool.run({ name: '--show-config', argv: ['--show-config'] })
      const data = await tool.dataOf(run)
      const shown = objectOf(data)
      const isWhole =
        isJsonObject(shown['effective_config']) &&
        isJsonObject(shown['sources']) &&
        Array.isArray(shown['precedence_order'])
      const says = 'The answer has no effective_config, sources and precedence_order.'
      return judgeMeta(tool, [run], () => !isWhole && says)
    },
  },
})

/** Judges answers that can be read by their `meta`; that others cannot is the finding of another check. */
async function judgeMeta(
  tool: Probing,
  runs: readonly Run[],
  problemOf: (meta: JsonObject) => Problem,
): Promise<CheckResult> {
  const of = async (run: Run) =>
    (await tool.isReadable(run)) && problemOf((await tool.outcomeOf(run))!.meta as JsonObject)
  return judgeEnded(runs, of, 'It holds in every answer.')
}

/** Tests whether the manifest lists a flag of every command. */
function lists({ subject: { manifest } }: Probing, flag: string): boolean {
  const { document } = manifest ?? {}
  const data =
    isJsonObject(document) && isJsonObject(document['data']) ? document['data'] : document
  const flags = objectOf(data)['flags']
  return isJsonObject(flags) && Object.hasOwn(flags, flag)
}
