import type { CliSource } from '../runtime/surface.ts'
import type { FetchHandler, FetchOptions, ServedCli } from './served-cli.ts'

/**
 * Makes a handler for requests out of a tool: GET calls commands that only read, POST all others. The body of
 * an answer is the envelope, its status follows from the exit. It authenticates nobody: put it behind something
 * that does.
 *
 * @example
 * ```ts
 * import { defineCli } from 'surety'
 * import { toFetch } from 'surety/http'
 *
 * const cli = defineCli({ name: 'ping', danger: 'safe', run: () => ({ pong: true }) })
 * const response = await toFetch(cli)(new Request('http://localhost/ping'))
 * ```
 */
export function toFetch(cli: CliSource, options: FetchOptions = {}): FetchHandler {
  let loading: Promise<ServedCli> | undefined
  return async (request) => {
    loading ??= import('./served-cli.ts').then(({ createServedCli }) =>
      createServedCli(cli, options),
    )
    return (await loading).answer(request)
  }
}
