import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import { resolveExits } from '../declare/exits/exit-table.ts'
import { frameworkFlags } from '../declare/framework-flags.ts'
import type { Run } from '../run/run-state.ts'
import { shownParameter, shownParams } from './parameters.ts'
import { pageExits } from './page-exits.ts'
import { usageOf, type Page } from './page.ts'

/** Adds the options and exits of every command to a page. */
export async function withEveryOption(run: Run, page: Page): Promise<Page> {
  const { cli, output } = run
  const notes = output.formatVariable === '' ? [] : [`or ${output.formatVariable}`]
  const options = shownParams('flags', frameworkFlags(cli, {}))
  const exits = await pageExits(run, Object.values(resolveExits()), null, true)
  const { globalOptions = [], exitCodes = [], path } = page
  const calledAs = quoteWords(callWords(cli))
  const ways = [
    `${calledAs} --mcp [--mcp-tools <pattern>] [--mcp-http <port>]`,
    `${calledAs} --version`,
  ]
  const known = new Set(exitCodes.map(({ number }) => number))
  return {
    ...page,
    usage: [...usageOf(page), ...(path.length === 0 ? ways : [])],
    globalOptions: [
      ...globalOptions,
      ...options.map((each) => shownParameter(each, each.name === 'format' ? notes : [])),
    ],
    exitCodes: [...exitCodes, ...exits.filter(({ number }) => !known.has(number))],
  }
}
