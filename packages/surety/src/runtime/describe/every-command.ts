import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../declare/cli.ts'
import { isCommonExit, resolveExits } from '../declare/exits/exit-table.ts'
import { frameworkFlags } from '../declare/framework-flags.ts'
import type { Run } from '../run/run-state.ts'
import { shownParameter } from './command-page.ts'
import { parameters } from './model.ts'
import { pageExits } from './page-exits.ts'
import type { Page } from './page.ts'

/** Makes the page about the options and exits of every command. */
export async function optionsPage(run: Run): Promise<Page> {
  const { name, globals } = run.cli.declaration
  const calledAs = quoteWords(callWords(run.cli))
  const { formatVariable: variable } = run.output
  const notes = variable === '' ? [] : [`or ${variable}`]
  const options = parameters({ ...globals, ...frameworkFlags(run.cli, {}, run.output.rules) })
  const exits = Object.values(resolveExits()).filter((exit) => isCommonExit(exit.name))
  return {
    name,
    path: [],
    summary: 'Options and exit codes of every command',
    usage: [
      `${calledAs} <command> [options]`,
      `${calledAs} --mcp [--mcp-tools <pattern>] [--mcp-http <port>]`,
      `${calledAs} --version`,
    ],
    globalOptions: options.map((each) => shownParameter(each, each.name === 'format' ? notes : [])),
    exitCodes: await pageExits(run, exits, null, true),
  }
}
