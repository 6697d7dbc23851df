import { defect } from '../../contract/index.ts'
import { isCli, type Cli } from './cli.ts'

/** A tool, or a function that imports it: what a library prints while it loads is caught that way. */
export type CliSource =
  | Cli
  | (() => Cli | Promise<Cli | { readonly cli?: Cli; readonly default?: Cli }>)

/** Finds the tool in what a source gives. */
export async function loadCli(source: CliSource): Promise<Cli> {
  const found = typeof source === 'function' ? await source() : source
  const cli = isCli(found) ? found : (found?.cli ?? found?.default)
  if (isCli(cli)) return cli
  throw defect('CLI_INVALID', 'serve() takes what defineCli() makes, or a function that imports it')
}
