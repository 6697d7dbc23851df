import {
  broken,
  type CheckResult,
  defineChecks,
  judgeEnded,
  kept,
  missing,
  NEEDS,
  notShown,
} from '../check.ts'
import { endOf, exitNumber } from '../evidence/answers.ts'
import { compare, sameData } from '../evidence/same-data.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { ArgumentOrder } from '../probing/subject.ts'
import { jsonEqual } from '@surety/internal/json/json-values.ts'

export const stability = defineChecks('stability', {
  argument_order: {
    title: 'A global flag means the same wherever it stands',
    level: 3,
    requirements: ['REQ-F-067', 'REQ-F-079'],
    failureModes: [69],
    why: 'Agents put flags where they find room. One that is ignored in front of the command is a silent mistake.',
    fix: 'Parse options in any order, and refuse a flag that is given twice with two values.',
    run: async (tool) => {
      const { argumentOrder } = tool.subject
      return argumentOrder === null
        ? missing(tool, 'argument_order', 'No global flag with two values is known.')
        : judgeOrder(tool, argumentOrder)
    },
  },
  concurrent_calls: {
    title: 'Concurrent calls give the same answers',
    level: 2,
    requirements: ['REQ-F-033'],
    failureModes: [19],
    why: 'Agents run calls in parallel. A lock without a wait, or a shared temporary file, fails some of them.',
    fix: 'Wait for locks for a moment, and give every run its own temporary files.',
    alone: 'last',
    run: async (tool) => {
      const [probe] = tool.probes('read')
      if (probe === undefined) return notShown('There is no read to repeat.', NEEDS.read)
      const alone = await tool.run(probe)
      const runs = await tool.runTogether(probe, 4)
      return judgeEnded(
        runs,
        ({ exitCode, end }) => {
          if (exitCode === alone.exitCode) return null
          const together = 'One of four calls at the same time'
          return end.stopped === null
            ? `${together} ends with ${exitCode ?? end.endedBy}, alone with ${alone.exitCode}.`
            : `${together} did not end, alone it ends with ${alone.exitCode}.`
        },
        'Four calls at the same time end alike.',
      )
    },
  },
  deterministic_data: {
    title: 'The same read gives the same data',
    level: 2,
    requirements: ['REQ-F-020', 'REQ-F-021'],
    failureModes: [4],
    why: 'An agent compares answers to see what changed. Order that changes by itself looks like a change.',
    fix: 'Sort lists by a stable key; put times, durations and random ids into meta.',
    run: (tool) =>
      compare(
        tool,
        { repetition: 1 },
        'Another call gives other data.',
        'Each call gives the same data.',
      ),
  },
  locale_independent: {
    title: 'Answers do not depend on the locale',
    level: 2,
    requirements: ['REQ-F-005'],
    failureModes: [9],
    why: 'In another locale a number may get a comma, and an i may become İ: the value is no longer the same.',
    fix: 'Write numbers and text in the same way in every locale.',
    run: (tool) =>
      sameData(
        tool,
        { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', LANGUAGE: 'tr' },
        'with a Turkish locale',
      ),
  },
  timezone_independent: {
    title: 'Answers do not depend on the time zone',
    level: 2,
    requirements: ['REQ-F-005'],
    failureModes: [9],
    why: 'Readers in another zone take a local time without its zone for another moment.',
    fix: 'Print times in UTC, in RFC 3339.',
    run: (tool) => sameData(tool, { TZ: 'Pacific/Kiritimati' }, 'in another time zone'),
  },
})

async function judgeOrder(tool: Probing, order: ArgumentOrder): Promise<CheckResult> {
  const { command_path: path, local_args: localArgs, global_flag: globalFlag } = order
  const { value, alternate_value: alternateValue } = order
  const call = (argv: readonly string[]) =>
    tool.run({ name: argv.join(' '), argv }, { withMachineArgs: false })
  const places = (given: string) => [
    [globalFlag, given, ...path, ...localArgs],
    // Without a local option there is nothing to stand between.
    ...(localArgs.length > 0 ? [[...path, globalFlag, given, ...localArgs]] : []),
    [...path, ...localArgs, globalFlag, given],
  ]
  const first = await Promise.all(places(value).map(call))
  const second = await Promise.all(places(alternateValue).map(call))
  const twice = await call([globalFlag, value, ...path, ...localArgs, globalFlag, alternateValue])
  const runs = [...first, ...second, twice]
  const bad = (run: Run, says: string) => broken([{ run, says }], runs)

  const failed = [...first, ...second].find(({ exitCode }) => exitCode !== 0)
  if (failed !== undefined && [...first, ...second].every(({ exitCode }) => exitCode !== 0)) {
    const plain = await call([...path, ...localArgs])
    const summary = `'${plain.probe}' fails without the flag too (${endOf(plain)}).`
    if (plain.exitCode !== 0) return notShown(summary, NEEDS.argument_order, [plain])
  }
  if (failed !== undefined)
    return bad(failed, `The flag is refused there (exit ${failed.exitCode}).`)
  const data = await Promise.all(first.map((run) => tool.dataOf(run)))
  const other = data.findIndex((each) => each === undefined || !jsonEqual(each, data[0]))
  if (other !== -1) return bad(first[other]!, 'The data differ with the place of the flag.')
  const different = await firstDifferent(tool, second)
  if (different !== undefined)
    return bad(different, `With ${alternateValue} the output differs with the place of the flag.`)
  if ((await firstDifferent(tool, [first[0]!, second[0]!])) === undefined)
    return bad(second[0]!, `${globalFlag} ${alternateValue} changes nothing.`)
  const joined = await call([...path, ...localArgs, `${globalFlag}=${alternateValue}`])
  runs.push(joined)
  // A tool that refuses it misleads nobody.
  if (joined.exitCode === 0 && (await firstDifferent(tool, [second[0]!, joined])) !== undefined)
    return bad(joined, `With = between ${globalFlag} and ${alternateValue} the output differs.`)
  // Elsewhere the last one may win.
  const refuses = tool.subject.dialect?.generation === '1.16'
  if (refuses && twice.exitCode !== exitNumber(tool, 'ARG_ERROR'))
    return bad(twice, `The flag twice with two values ends with ${twice.exitCode}.`)
  if (order.positional === undefined) return kept(runs, 'The flag means the same in every place.')

  const [after, before, alone] = await Promise.all([
    call([...path, order.positional, ...localArgs]),
    call([...path, ...localArgs, order.positional]),
    call([...path, order.positional]),
  ])
  runs.push(after, before, alone)
  const [one, two, three] = await Promise.all([after, before, alone].map((run) => tool.dataOf(run)))
  if (one === undefined || two === undefined || three === undefined)
    return bad(after, 'A positional beside the option is refused.')
  if (!jsonEqual(one, two)) return bad(before, 'The data differ with the place of the positional.')
  if (jsonEqual(one, three))
    return bad(alone, 'The local option changes nothing beside a positional.')
  return kept(runs, 'Flags and positionals mean the same in every place.')
}

/** Finds the first run with other output than the first one. An answer is compared by its data: durations differ. */
async function firstDifferent(tool: Probing, runs: readonly Run[]): Promise<Run | undefined> {
  const data = await Promise.all(runs.map((run) => tool.dataOf(run)))
  return runs.find((run, index) =>
    data[0] === undefined || data[index] === undefined
      ? run.stdout !== runs[0]!.stdout
      : !jsonEqual(data[index], data[0]),
  )
}
