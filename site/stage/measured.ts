import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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

interface Rows {
  readonly rows: readonly Readonly<Record<string, string | number>>[]
}

/** Writes the page of comparisons from what the benchmarks wrote, and those results that are pages already. */
export async function stageMeasured(): Promise<void> {
  const [start, initialize, imports, checks] = await Promise.all([
    read<Start>('start'),
    read<Initialize>('mcp-initialize'),
    read<Rows>('schema-import-cost'),
    read<Rows>('schema-checks'),
  ])
  const cases = Object.keys(start.results)
  const tools = [...new Set(cases.flatMap((each) => Object.keys(start.results[each] ?? {})))]
  const lines = [
    '# Measured',
    '',
    'Every figure is read from `bench/results`, where the benchmarks write it. They compare in one run, so the ratios hold on other machines too.',
    '',
    `## Start of a tool, Node ${start.node.slice(1)}`,
    '',
    'Processor time against a bare script, medians.',
    '',
    ...table(
      ['', ...cases],
      tools.map((tool) => [
        tool,
        ...cases.map((each) => start.results[each]?.[tool]?.ratio_median ?? ''),
      ]),
    ),
    '',
    '## MCP, until the server has answered',
    '',
    ...table(
      ['Server', 'least ms', 'median ms'],
      Object.entries(initialize.results).map(([name, found]) => [
        name,
        found.min_ms,
        found.median_ms,
      ]),
    ),
    '',
    '## Importing a schema library',
    '',
    ...table(
      ['Module', 'processor ms', 'against bare'],
      imports.rows.map((row) => [row['name'], row['cpu_ms'], row['ratio']]),
    ),
    '',
    '## Checking values',
    '',
    ...table(
      ['What', 'a second'],
      checks.rows.map((row) => [row['name'], Number(row['per_second']).toLocaleString('en')]),
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

const TITLES: Readonly<Record<string, string>> = {
  everyday: 'What everyday commands cost through surety',
  tasks: 'Twelve tasks, six builds of one program',
  tokens: 'Tokens of an answer',
  translate: 'Translating logs, against jq',
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
