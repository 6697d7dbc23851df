import { fail, type OutcomeErrorInput } from '../../../contract/index.ts'
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

function failureWriter(cli: Cli, encoder: Encoder) {
  return (exit: NumberedExit, code: string): EncodedDocument => {
    const { outcome, options } = failureOf(cli, exit, code)
    return encoder.toDocument(outcome, options)
  }
}

/** Makes a failure of a tool, with what an encoder has to know about the tool. */
export function failureOf({ declaration }: Cli, { name, custom }: NumberedExit, code: string) {
  const { exitByCode } = declaration
  const error: OutcomeErrorInput = {
    code,
    message: code,
    ...(name === 'REDIRECTED' && { redirect: { command: declaration.name, permanent: true } }),
  }
  const options = {
    ...(custom && { exits: [custom] }),
    ...(exitByCode && { exitByCode }),
    now: () => new Date(0),
  }
  // Some dialects write no error if the data of a failure says enough.
  return { outcome: fail({ exit: custom ?? name, error, data: {} }), options }
}
