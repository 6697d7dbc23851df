import { basename } from 'node:path'

import {
  broken,
  defineChecks,
  kept,
  NEEDS,
  notShown,
  type CheckResult,
  type Observation,
} from '../check.ts'
import type { Watched } from '../probing/probing.ts'

export const watched = defineChecks('safety', {
  reads_change_nothing: {
    title: 'Reads are seen to change nothing',
    // What can be seen depends on the machine, so that no lower level may rest on it.
    level: 3,
    requirements: ['REQ-C-002'],
    failureModes: [23],
    why: 'A manifest says which commands only read, and agents run those unasked. Only a look at what they do shows whether it is true.',
    fix: 'Write nothing in a read but a cache or state of the tool itself ($XDG_CACHE_HOME, $XDG_STATE_HOME), or declare the command as one that changes something.',
    run: async (tool) => {
      const reads = tool.probes('read')
      const usual = await tool.runAll(reads)
      const calls = reads.filter((_, at) => usual[at]!.exitCode === 0).slice(0, MAX_CALLS)
      if (calls.length === 0) return notShown('No call is known that only reads.', NEEDS.read)
      const seen: Watched[] = []
      for (const probe of calls) {
        const look = await tool.watch(probe)
        // What fails without its home shows nothing.
        if (look.run.exitCode === 0) seen.push(look)
      }
      return judgeDeeds(seen, tool.subject.keeps)
    },
  },
})

const MAX_CALLS = 4

function judgeDeeds(seen: readonly Watched[], keeps: readonly string[]): CheckResult {
  const isDeclared = (path: string) => keeps.some((name) => basename(path).startsWith(name))
  const runs = seen.map(({ run }) => run)
  const observations = seen.flatMap(({ run, ...deeds }): readonly Observation[] => {
    const writes = deeds.writes.filter((path) => !isDeclared(path))
    return writes.length > 0 ? [{ run, says: `It wrote ${some(writes)}.` }] : []
  })
  if (observations.length > 0) return broken(observations, runs)
  if (runs.length === 0)
    return notShown(
      'No read succeeds in a copy of its folder with an empty home.',
      'A read that succeeds in a copy of its folder with an empty home.',
    )
  return kept(runs, summaryOf(seen))
}

function summaryOf(seen: readonly Watched[]): string {
  const all = (of: 'keeps' | 'writes') => [...new Set(seen.flatMap((each) => each[of]))]
  const told = [
    ['It kept', all('keeps')],
    ['As declared it wrote', all('writes')],
  ] as const
  return [
    'No file of the folder or the home is another one after a read.',
    ...told.flatMap(([words, names]) => (names.length > 0 ? [`${words} ${some(names)}.`] : [])),
  ].join(' ')
}

function some(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MAX_NAMES = 3
