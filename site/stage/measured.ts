import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { writeChart, type Bar } from './charts.ts'
import { root, writePage } from './documents.ts'

interface Start {
  readonly node: string
  readonly results: Readonly<
    Record<string, Readonly<Record<string, { cpu_ms: number; ratio_median: number }>>>
  >
}

interface Initialize {
  readonly results: Readonly<Record<string, { min_ms: number; median_ms: number }>>
}

/** Writes the page of comparisons from what the benchmarks wrote, and those results that are pages already. */
export async function stageMeasured(): Promise<void> {
  const [start, initialize] = await Promise.all([
    read<Start>('start'),
    read<Initialize>('mcp-initialize'),
  ])
  const cases = Object.keys(start.results)
  const tools = [...new Set(cases.flatMap((each) => Object.keys(start.results[each] ?? {})))]
  const startOf = (tool: string) => start.results['sync']?.[tool]?.ratio_median ?? 0
  const charts = {
    start: await writeChart(
      'start',
      'Processor time of one call against a bare script, by framework',
      bars(tools.map((tool) => [tool, startOf(tool), `${startOf(tool)}×`])),
    ),
    mcp: await writeChart(
      'mcp',
      'Milliseconds until an MCP server has answered, by server',
      bars(
        Object.entries(initialize.results).map(([name, { median_ms: ms }]) => [
          name,
          ms,
          `${ms} ms`,
        ]),
      ),
    ),
  }
  const lines = [
    '# Measured',
    '',
    'Every figure comes from `bench/results`, where the benchmarks write it. A benchmark measures all candidates in one run, so the ratios hold on other machines too.',
    '',
    `## Start of a tool, Node ${start.node.slice(1)}`,
    '',
    `A call of a tool that is written with surety takes ${startOf('surety')} times the processor time of a bare script, with commander ${startOf('commander')} times, with oclif ${startOf('oclif')} times. Shorter is better.`,
    '',
    charts.start,
    '',
    'The same for other calls, as times of a bare script (medians): a handler that waits for a file, a list, a mistyped flag, and what the tool says of itself:',
    '',
    ...table(
      ['', ...cases.map((each) => CASES[each] ?? each)],
      tools.map((tool) => [
        tool,
        ...cases.map((each) => start.results[each]?.[tool]?.ratio_median ?? ''),
      ]),
    ),
    '',
    '## MCP, until the server has answered',
    '',
    'An MCP client waits this long, from starting the server to its first answer. Shorter is better.',
    '',
    charts.mcp,
    '',
    ...table(
      ['Server', 'fastest, ms', 'median, ms'],
      Object.entries(initialize.results).map(([name, found]) => [
        name,
        found.min_ms,
        found.median_ms,
      ]),
    ),
    '',
    '## More',
    '',
    ...Object.keys(TITLES).map((name) => `- [${TITLES[name]}](${name}.md)`),
  ]
  await writePage('measured/index.md', lines.join('\n'))
  for (const name of Object.keys(TITLES))
    await writePage(
      `measured/${name}.md`,
      await readFile(join(root, 'bench', 'results', `${name}.md`), 'utf8'),
    )
}

function bars(rows: readonly (readonly [name: string, value: number, text: string])[]): Bar[] {
  return rows.filter(([, value]) => value > 0).map(([name, value, text]) => ({ name, value, text }))
}

/** The cases of the benchmark, in words. */
const CASES: Readonly<Record<string, string>> = {
  sync: 'call',
  await: 'waits',
  'unknown-flag': 'wrong flag',
}

/** The tables that benchmarks write as pages: each has its date and its command. */
const TITLES: Readonly<Record<string, string>> = {
  adopters: 'Published CLIs with one line changed',
  field: 'What failing programs say',
  lines: 'Lines of a shell, judged',
  rows: 'Handlers that behave badly, in five frameworks',
  tokens: 'Tokens of an answer',
}

async function read<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(join(root, 'bench', 'results', `${name}.json`), 'utf8')) as T
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  const line = (cells: readonly unknown[]) => `| ${cells.map(String).join(' | ')} |`
  return [
    line(head),
    line(head.map((_cell, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map(line),
  ]
}
