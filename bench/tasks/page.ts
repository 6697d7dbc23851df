import { POLICIES, type Habit, type Share } from './policies/policy.ts'
import { TASKS } from './tasks.ts'
import { BUILDS } from './world.ts'

/** Sums of the runs of one build, policy and task. */
export interface Cell {
  readonly build: string
  readonly policy: string
  readonly task: string
  readonly runs: number
  readonly success: number
  readonly wrong: number
  readonly unsure: number
  readonly calls: number
  readonly tokens: number
  readonly unsafe_repeats: number
  readonly runs_with_repeat: number
  readonly example?: {
    readonly lines: readonly string[]
    readonly said: string
    readonly truth: string
  }
}

export interface Results {
  readonly date: string
  readonly node: string
  readonly versions: Readonly<Record<string, string>>
  readonly seeds: number
  readonly runs: number
  /** How often a build was started; lines that differ only behind it share a start. */
  readonly starts: number
  readonly cells: readonly Cell[]
  readonly repeats: readonly Cell[]
}

type Sum = Omit<Cell, 'build' | 'policy' | 'task' | 'example'>

const HABITS: Readonly<Record<Habit, string>> = {
  asks_json: 'asks for `--json` where a read has it',
  sets_limit: 'sets a large limit on a list before it has seen the list',
  looks_past_own_head: 'looks again when its own `head` may have cut the output',
  looks_after_silence: 'looks again when nothing is shown',
  opens_saved_output: 'searches an output that was too long to be shown',
  tries_again_after_failure: 'makes the same call again after a failure',
  follows_named_command: 'does what a failure names or demands',
  repeats_after_timeout: 'makes the same call again after a timeout',
}

/** Writes the page of the site about the tasks. */
export function writePage(results: Results): string {
  const { cells, repeats, seeds, runs, starts, date, node, versions } = results
  const of = (wanted: Partial<Cell>) => sumOf(cells.filter((cell) => matches(cell, wanted)))
  return [
    '# Twelve tasks, six builds of one program',
    '',
    `One small service, "orders", has six command lines: written with commander, oclif, incur and surety, commander adapted by the three lines of \`surety/commander\`, and commander typed as \`surety sh -- '<line>'\`. Scripted agents work with it. ${runs.toLocaleString('en')} runs: ${TASKS.length} tasks × ${BUILDS.length} builds × ${POLICIES.length} policies × ${seeds} seeds; ${starts.toLocaleString('en')} starts of a program. ${date}, Node ${node.slice(1)}, ${Object.entries(
      versions,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}. \`npm run bench:tasks\` does it again.`,
    '',
    'No model took part. An agent here understands every word that is on its screen, in the form of every build; what it types behind the program (`2>&1 | head -20`) and what it does next is drawn from shares that were counted in transcripts, see below. Success: the service is in the state that the user wanted, nothing happened twice, and the agent reported the truth. Wrong: the agent reported something definite that is false. The rest ended unsure, or failed and said so. Repeats are counted in the ledger of the service: a second refund, a row imported again.',
    '',
    '## All tasks',
    '',
    ...table(
      ['', 'success', 'wrong', 'unsure', 'calls', 'tokens', 'repeats', 'runs with one'],
      BUILDS.map(({ name, title }) => {
        const sum = of({ build: name })
        return [
          title,
          percent(sum.success, sum.runs),
          percent(sum.wrong, sum.runs),
          percent(sum.unsure, sum.runs),
          (sum.calls / sum.runs).toFixed(1),
          Math.round(sum.tokens / sum.runs),
          sum.unsafe_repeats,
          sum.runs_with_repeat,
        ]
      }),
    ),
    '',
    'Tokens are those of the lines and of all that is shown, o200k, per run.',
    '',
    'Adapting commander loses the task `sync`. A program of commander does not say whether another try helps, the contract wants a boolean, and the adapter answers `retryable: false` with a suggestion in words. The agents here go by the member, so they do not wait and sync again.',
    '',
    '## Success by policy',
    '',
    ...table(
      ['', ...POLICIES.map(({ title }) => title)],
      BUILDS.map(({ name, title }) => [
        title,
        ...POLICIES.map((policy) => successOf(of({ build: name, policy: policy.name }))),
      ]),
    ),
    '',
    '## Success by task',
    '',
    ...table(
      ['Task', ...BUILDS.map(({ title }) => title)],
      TASKS.map(({ name, asks, trouble }) => [
        `${name}: ${asks} ${trouble ?? ''}`.trim(),
        ...BUILDS.map((build) => successOf(of({ build: build.name, task: name }))),
      ]),
    ),
    '',
    '## If agents repeat after a timeout',
    '',
    `The transcripts hold ${shareOf('repeats_after_timeout').of} timeouts and ${shareOf('repeats_after_timeout').yes} repeats, too few to rely on. Success in the two tasks with a lost answer, for other shares of agents that repeat:`,
    '',
    ...table(
      ['', 'nobody', 'as drawn', 'half', 'everybody'],
      BUILDS.map(({ name, title }) => {
        const lost = (cell: Cell) => cell.build === name
        const at = (chance: number) =>
          sumOf(repeats.filter((cell) => lost(cell) && cell.policy.endsWith(` ${chance}`)))
        const drawn = cells.filter(
          (cell) => lost(cell) && repeats.some(({ task }) => task === cell.task),
        )
        return [title, ...[at(0), sumOf(drawn), at(0.5), at(1)].map(successOf)]
      }),
    ),
    '',
    '## How it goes wrong',
    '',
    ...examples(cells),
    '',
    '## Where another build does better than surety',
    '',
    ...better(cells),
    '',
    '## The habits, and where they come from',
    '',
    'Counted by `bench/tasks/policies/measure.ts` in the published runs of AXI (github.com/kunchenguid/axi, MIT): claude-sonnet-4-6 in Claude Code. A policy has the habits of the runs with one kind of program; where those hold fewer than ten cases, of all runs together (*). A share is used as (yes + 1) / (cases + 2), because what never happened in few cases may still happen.',
    '',
    ...table(
      ['The agent', ...POLICIES.map(({ title }) => title)],
      (Object.keys(HABITS) as Habit[]).map((habit) => [
        HABITS[habit],
        ...POLICIES.map(({ shares }) => countOf(shares[habit])),
      ]),
    ),
    '',
    ...table(
      ['Its lines end', ...POLICIES.map(({ title }) => title)],
      ENDS.map(([title, pattern]) => [
        title,
        ...POLICIES.map(({ ends }) => {
          const all = ends.reduce((sum, [, count]) => sum + count, 0)
          const some = ends.filter(([end]) => pattern.test(end))
          return percent(
            some.reduce((sum, [, count]) => sum + count, 0),
            all,
          )
        }),
      ]),
    ),
    '',
    '## What this shows, and what not',
    '',
    '- It shows which facts are still on the screen after what agents really type, and what the service did in the end.',
    '- It does not show what a model would do. The scripted agents read better than any model and follow a fixed plan; a model may find other ways, and other mistakes. `bench/tasks/model/run-model.ts` gives the same tasks to a model behind any address that speaks the OpenAI protocol; no result of one is claimed here.',
    '- The habits are those of one model in one client. The share of repeats after a timeout is nearly unknown.',
    '- Every build gets the same facts from the same client library, and says them where the documentation of its framework has a place for them: `suggestions` and a deprecated command of oclif, `retryable` and next commands of incur. Commander has no such place. Its build prints "Showing 30 of 114 orders" in pipes too, which `gh` does not; with `--json` it prints the total.',
    '- Without a pipe or a redirect, and with every hint followed, each build solves all tasks, but for the sync of the adapted one: it calls every failure not retryable that nobody described.',
    '- Prompts of commander and oclif are those of `@inquirer/prompts` as its documentation shows them, which wait on an input that is no terminal. An author who asks for a terminal first does not have that trouble.',
    '',
  ].join('\n')
}

const ENDS: readonly (readonly [string, RegExp])[] = [
  ['alone', /^$/],
  ['in `2>&1`', /^2>&1$/],
  ['with `head` or `tail`', /\| (?:head|tail)/],
  ['with `grep`', /\| grep/],
  ['with `2>/dev/null`', /2>\/dev\/null/],
]

/** A task, if one of the builds was wrong there: the first line of such a run and what was said. */
function examples(cells: readonly Cell[]): readonly string[] {
  const rows = TASKS.flatMap(({ name }) => {
    const found = cells.find(({ task, example }) => task === name && example !== undefined)
    if (found?.example === undefined) return []
    const title = BUILDS.find((build) => build.name === found.build)!.title
    const lines = found.example.lines.map((line) => `\`${line.replaceAll('|', String.raw`\|`)}\``)
    return [[title, lines.join(', then '), found.example.said, found.example.truth]]
  })
  if (rows.length === 0) return ['No run ended with a false report.']
  return [
    'One run for each task in which any was wrong:',
    '',
    ...table(['Build', 'Typed', 'Reported', 'True is'], rows),
  ]
}

function better(cells: readonly Cell[]): readonly string[] {
  const rows = BUILDS.filter(({ name }) => name !== 'surety').flatMap(({ name, title }) => {
    const sum = (build: string, task: string) =>
      sumOf(cells.filter((cell) => cell.build === build && cell.task === task))
    const more = TASKS.filter(
      ({ name: task }) => sum(name, task).success > sum('surety', task).success,
    )
    const fewer = TASKS.filter(
      ({ name: task }) => sum(name, task).tokens < sum('surety', task).tokens,
    )
    return [[title, names(more), names(fewer)]]
  })
  return table(['Build', 'more success in', 'fewer tokens in'], rows)
}

function names(tasks: readonly { readonly name: string }[]): string {
  return tasks.length === 0 ? 'none' : tasks.map(({ name }) => name).join(', ')
}

function shareOf(habit: Habit): Share {
  return POLICIES[0]!.shares[habit]
}

function countOf({ yes, of, from }: Share): string {
  return `${yes} of ${of}${from === 'pooled' ? ' *' : ''}`
}

function matches(cell: Cell, wanted: Partial<Cell>): boolean {
  return Object.entries(wanted).every(([key, value]) => cell[key as keyof Cell] === value)
}

function sumOf(cells: readonly Cell[]): Sum {
  const add = (of: keyof Sum) => cells.reduce((sum, cell) => sum + cell[of], 0)
  return {
    runs: add('runs'),
    success: add('success'),
    wrong: add('wrong'),
    unsure: add('unsure'),
    calls: add('calls'),
    tokens: add('tokens'),
    unsafe_repeats: add('unsafe_repeats'),
    runs_with_repeat: add('runs_with_repeat'),
  }
}

function successOf({ success, runs }: Sum): string {
  return percent(success, runs)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}%`
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  const line = (cells: readonly unknown[]) => `| ${cells.map(String).join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)]
}
