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
    'Made by `npx tsx bench/adopters/run.ts --write`; what each call is, says `bench/adopters/tools`. A call that differs is run bare some more times: it counts as the same if one of these runs is what the adopted program did. Expected codes follow the rules of the page, and many were written after an answer was seen. The rows are of two builds of one evening. Six more programs (clean-css-cli, @commitlint/cli, vite-node, @datocms/cli, changelogen, sort-package-json; 48 calls) were judged once, with codes that were expected beforehand: unasked 96 of 96 the same, asked 77 of 96 right. Of the 19, 14 have a code of the error or of the text where COMMAND_FAILED was expected, 4 are commands with a `--json` of their own, and 1 program did not look at the unknown flag; nothing was mended.',
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
