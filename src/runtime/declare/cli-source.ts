import { defect } from '../../contract/index.ts'
import { isCli, type Cli } from './cli.ts'

/**
 * A tool, or a function that imports it. With a function, the framework also catches the output
 * of libraries while they load.
 */
export type CliSource =
  | Cli
  | (() => Cli | Promise<Cli | { readonly cli?: Cli; readonly default?: Cli }>)

/** Loads the tool and finds it among the exports. */
export async function loadCli(source: CliSource): Promise<Cli> {
  const found = typeof source === 'function' ? await source() : source
  const cli = isCli(found) ? found : (found?.cli ?? found?.default)
  if (isCli(cli)) return cli
  throw defect(
    'CLI_INVALID',
    'serve() needs the result of defineCli(), or a function that imports it',
  )
}
