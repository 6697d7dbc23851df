import { readFile } from 'node:fs/promises'

import type { Proof, RuleCount } from '../../bench/replay/proof.ts'
import { RULES } from '../../packages/cli/src/replay/index.ts'
import { whenNotToUse } from './pages/when-not-to-use.ts'

/** What bench/replay wrote. */
interface Results extends Proof {
  readonly sets: readonly {
    readonly name: string
    readonly from: string
    readonly licence: string
    readonly is_measured: boolean
  }[]
}

/** What was measured in November 2026 with scripts of their own, before `surety replay` was there. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  Commands: ['182', '2,130', '2,828'],
  'One plain program': ['54%', '41%', '49%'],
  'With a pipe': ['25%', '30%', '8%'],
  'Ends in head or tail': ['13%', '27%', '3%'],
  'With `&&`': ['1%', '2%', '20%'],
  'With a heredoc': ['0%', '3%', '20%'],
  '`2>&1`': ['37%', '30%', '2%'],
  '`2>/dev/null`': ['2%', '8%', '4%'],
  'Characters printed, median': ['384', '808', '147'],
  'Characters printed, 90th percentile': ['9,572', '4,904', '1,424'],
}

/** Generates docs/cli/replay-proof.md from bench/results/replay.json. */
export async function generate(): Promise<Record<string, string>> {
  const path = new URL('../../bench/results/replay.json', import.meta.url)
  const results = JSON.parse(await readFile(path, 'utf8')) as Results
  return {
    'docs/cli/replay-proof.md': `${page(results).join('\n')}\n${whenNotToUse('Do not take these rates for those of your agents: they are of one study with its tasks and its models. Run [`surety replay`](replay.md) on your own transcripts.')}`,
  }
}

function page(results: Results): readonly string[] {
  const { runs, calls, halves, sets } = results
  const { build, measure } = halves
  return [
    '# Proof on runs of others',
    '',
    `Are the findings of replay real? It was tried on runs that others made and published. [\`surety replay\`](replay.md) was run over ${number(runs)} published runs of AXI with ${number(calls)} commands, each with a verdict on whether the agent solved its task. Generated from \`bench/results/replay.json\`.`,
    '',
    '## What this shows, and what it does not',
    '',
    '- It shows that a fact is in our answer at the place where the agent went wrong, and how often we would have spoken where nothing was wrong. No model was asked.',
    '- It does not show that a model would use the fact. A finding in a run that failed need not be the reason.',
    '- The halves are not blind. Rules are changed for what runs with odd numbers show, and those with even numbers are only counted; but that lists stop at a default limit was found on all runs, before there were halves, and the figures of both halves were seen whenever the bench ran. So the second half shows that a rule was not made for single runs, not what it does on runs that nobody has seen.',
    '',
    '```sh no-run',
    ...sets.map(
      ({ from }) => `$ git clone ${from} ../sets/${from.slice(from.lastIndexOf('/') + 1)}`,
    ),
    '$ npm run bench:replay',
    '```',
    '',
    `The sets and their licences: ${sets.map(({ from, licence }) => `[${from.slice(from.lastIndexOf('/') + 1)}](${from}), ${licence}`).join('; ')}. Nothing of them is in this repository but counts, and labels in our own words. Without them, \`npm run bench:replay -- --sample\` tries the bench on a few runs of our own.`,
    '',
    '## Rules',
    '',
    'Runs in which a rule speaks at least once. In a good run that is an alarm without need.',
    '',
    ...table(
      [
        'Rule',
        `failed, built on (${build.failed})`,
        `good, built on (${build.good})`,
        `failed, measured (${measure.failed})`,
        `good, measured (${measure.good})`,
      ],
      RULES.flatMap(({ id, isCounted }) => (isCounted ? [] : [ruleRow(id, results)])),
    ),
    '',
    `Most runs of AXI use its own tools, of which nothing is known. With plain \`gh\`, ${build.gh.failed + measure.gh.failed} of ${build.gh.failed + measure.gh.failed + build.gh.good + measure.gh.good} runs failed; that a list stopped at its default limit is said in ${build.gh.stopped_list.failed + measure.gh.stopped_list.failed} of them and in ${build.gh.stopped_list.good + measure.gh.stopped_list.good} good ones. On the half that was only measured: ${measure.gh.stopped_list.failed} of ${measure.gh.failed} failed runs, ${measure.gh.stopped_list.good} of ${measure.gh.good} good ones.`,
    '',
    ...tokenLines(results),
    ...labelLines(results),
    ...otherLines(results),
    ...workloadLines(results),
  ]
}

function ruleRow(id: string, { halves: { build, measure } }: Results): readonly string[] {
  const none: RuleCount = { failed: 0, good: 0 }
  const [one, other] = [build.rules[id] ?? none, measure.rules[id] ?? none]
  return [`\`${id}\``, ...[one.failed, one.good, other.failed, other.good].map(String)]
}

function tokenLines({ halves }: Results): readonly string[] {
  const programs: Record<string, number> = {}
  for (const { tokens } of Object.values(halves))
    for (const [name, count] of Object.entries(tokens.programs))
      programs[name] = (programs[name] ?? 0) + count
  const lost = Object.values(halves).reduce((sum, { tokens }) => sum + tokens.lost, 0)
  const names = Object.entries(programs)
    .map(([name, count]) => `\`${name}\` ${count}`)
    .join(', ')
  return [
    '## Shorter output',
    '',
    `Outputs that a [short form](read.md) would have shortened (${names}), in tokens as tokenx estimates them, and the facts that verdicts name (numbers, tags, quoted words) and that stood in an output of their run.`,
    '',
    ...table(
      ['Half', 'Outputs', 'Tokens', 'Short', 'Facts', 'Facts lost'],
      Object.entries(halves).map(([half, { tokens }]) => [
        half === 'build' ? 'built on' : 'measured',
        ...[tokens.outputs, tokens.before, tokens.after, tokens.facts, tokens.lost].map(number),
      ]),
    ),
    '',
    lost === 0
      ? 'No fact was lost. Before, 53 of them were, in both halves: all stood in lines around a match that the agent had asked for, as with `grep -A 100`. Such calls are not shortened any more; that was decided on both halves, so neither of them is a test of it.'
      : 'A fact that is lost stands in rows of a list that the form leaves out; `surety read --rest` gives them.',
    'A list has no line that decides: that is why a long one is counted by `surety replay`, and no call is marked for it.',
    '',
  ]
}

function labelLines({ labels }: Results): readonly string[] {
  const { meaning, again } = labels
  const said = (meaning['agrees'] ?? 0) + (meaning['differs'] ?? 0)
  return [
    '## Codes and advice on another try',
    '',
    `${labels.labels} failed calls of AXI and SWE-bench, from the half that rules are built on and one of each form, were read and labelled by hand, without what we say of them: what happened, whether the same call could end otherwise, and why (\`bench/replay/labels.ndjson\`). Of ${said} calls of which we say more than their exit, ${meaning['agrees'] ?? 0} agree with the label and ${meaning['differs'] ?? 0} differ; of ${meaning['silent'] ?? 0} nothing is known. Advice on another try agrees ${again['agrees'] ?? 0} times, differs ${again['differs'] ?? 0} times, and is not given ${again['silent'] ?? 0} times.`,
    '',
    ...table(
      ['What happened', 'We agree', 'We say nothing', 'We differ'],
      Object.entries(labels.by_kind).map(([kind, counts]) => [
        kind.replaceAll('_', ' '),
        ...['agrees', 'silent', 'differs'].map((each) => number(counts[each] ?? 0)),
      ]),
    ),
    '',
    'Most of what we are silent on is a script of the agent that raised an error of its own.',
    '',
    ...(labels.differing.length === 0
      ? []
      : [
          'Where we differ:',
          '',
          ...table(
            ['Run and call', 'Label', 'We say'],
            labels.differing.map(({ run, call, kind, exit, code }) => [
              `${run} #${call}`,
              kind.replaceAll('_', ' '),
              code === null ? exit : `${exit} (\`${code}\`)`,
            ]),
          ),
          '',
        ]),
  ]
}

function otherLines({ swe, terminal }: Results): readonly string[] {
  const found = (counts: Readonly<Record<string, number>>) =>
    RULES.flatMap(({ id, isCounted }) => (isCounted ? [] : `\`${id}\` ${counts[id] ?? 0}`)).join(
      ', ',
    )
  return [
    '## Other sets, counted',
    '',
    ...(swe === null
      ? []
      : [
          `- mini-swe-agent on SWE-bench, ${number(swe['runs'] ?? 0)} runs, ${number(swe['calls'] ?? 0)} commands: ${found(swe)}.`,
        ]),
    ...(terminal === null
      ? []
      : [
          `- mini-swe-agent on terminal-bench, ${terminal.runs} runs: ${found(terminal.found)}. In ${terminal.never_started} runs the agent made no step; in ${terminal.not_installed} of these its installation had failed, the script printed success all the same, and \`mini: command not found\` came next. ${terminal.never_started_solved} of the ${terminal.never_started} were solved, of the others ${terminal.solved - terminal.never_started_solved}.`,
        ]),
    '',
  ]
}

function workloadLines({ workload }: Results): readonly string[] {
  const { gh, axi, swe, terminal } = workload
  const columns = [gh, axi, terminal, swe]
  const share = (
    name:
      | 'plain'
      | 'pipe'
      | 'head_or_tail'
      | 'and'
      | 'heredoc'
      | 'stderr_joined'
      | 'stderr_dropped',
  ) => columns.map((each) => (each === undefined ? '' : `${each[name]}%`))
  const size = (name: 'commands' | 'median_characters' | 'p90_characters') =>
    columns.map((each) => (each === undefined ? '' : number(each[name])))
  const rows: readonly (readonly [title: string, values: readonly string[]])[] = [
    ['Commands', size('commands')],
    ['One plain program', share('plain')],
    ['With a pipe', share('pipe')],
    ['Ends in head or tail', share('head_or_tail')],
    ['With `&&`', share('and')],
    ['With a heredoc', share('heredoc')],
    ['`2>&1`', share('stderr_joined')],
    ['`2>/dev/null`', share('stderr_dropped')],
    ['Characters printed, median', size('median_characters')],
    ['Characters printed, 90th percentile', size('p90_characters')],
  ]
  return [
    '## What agents type',
    '',
    'In brackets what was measured before by other scripts, where it differs. Lines that our parser of bash refuses count as commands, and for nothing else.',
    '',
    ...table(
      ['', 'gh runs of AXI', 'AXI', 'terminal-bench', 'SWE-bench'],
      rows.map(([title, values]) => [
        title,
        ...values.map((value, at) => {
          const before = BEFORE[title]?.[at]
          return before === undefined || before === value ? value : `${value} (${before})`
        }),
      ]),
    ),
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)]
}

function number(value: number): string {
  return value.toLocaleString('en')
}
