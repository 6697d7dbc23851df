import { fail, isJsonObject, type OutcomeErrorInput } from '../../../contract/index.ts'
import {
  isKnownDialect,
  loadEncoder,
  traitsOf,
  type EncodedDocument,
  type Encoder,
} from '../../../dialects/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { contractNumbers, type ExitNumbers, type NumberedExit } from './exit-entries.ts'

export { exitRows } from './exit-entries.ts'

/** Finds the exit numbers of a dialect with its encoder, so that listed and real numbers agree. */
export async function dialectExits(cli: Cli, dialect: string): Promise<ExitNumbers> {
  const { generation } = traitsOf(dialect)
  if (generation !== undefined || !isKnownDialect(dialect))
    return contractNumbers(generation ?? '1.6')
  const write = failureWriter(cli, await loadEncoder(dialect))
  return (exit, code) => (exit.name === 'SUCCESS' ? 0 : write(exit, code).exit_code)
}

/** Finds the codes as a dialect writes them; some have a few codes of their own. */
export async function dialectCodes(
  cli: Cli,
  dialect: string,
): Promise<(exit: NumberedExit, code: string) => string> {
  if (!isKnownDialect(dialect)) return (_exit, code) => code
  const write = failureWriter(cli, await loadEncoder(dialect))
  return (exit, code) => {
    const { document } = write(exit, code)
    const error = isJsonObject(document) ? document['error'] : undefined
    const written = isJsonObject(error) ? error['code'] : undefined
    return typeof written === 'string' ? written : code
  }
}

function failureWriter(cli: Cli, encoder: Encoder) {
  const { exitByCode } = cli.declaration
  return ({ name, custom }: NumberedExit, code: string): EncodedDocument => {
    const error: OutcomeErrorInput = {
      code,
      message: code,
      ...(name === 'REDIRECTED' && {
        redirect: { command: cli.declaration.name, permanent: true },
      }),
    }
    return encoder.toDocument(fail({ exit: custom ?? name, error }), {
      ...(custom && { exits: [custom] }),
      ...(exitByCode && { exitByCode }),
      now: () => new Date(0),
    })
  }
}
