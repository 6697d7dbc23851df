import { fail, type OutcomeErrorInput } from '../../../contract/index.ts'
import {
  encode,
  isKnownDialect,
  loadDialect,
  loadEncoder,
  traitsOf,
  type EncodedDocument,
  type Encoder,
} from '../../../dialects/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { contractNumbers, type ExitNumbers, type NumberedExit } from './exit-entries.ts'

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

/** Finds the code that callers read for an error; null if the dialect writes none. */
export type WrittenCode = (exit: NumberedExit, code: string) => string | null

/** Finds the codes as a dialect writes them; some have a few codes of their own. */
export async function dialectCodes(cli: Cli, dialect: string): Promise<WrittenCode> {
  if (traitsOf(dialect).generation !== undefined || !isKnownDialect(dialect))
    return (_exit, code) => code
  const known = await loadDialect(dialect)
  return (exit, code) => {
    const { outcome, options } = failureOf(cli, exit, code)
    const { error } = known.decode(encode(outcome, known, { ...options, stow: 'never' }), options)
    return error === null || error.synthesised ? null : error.code
  }
}

/** Makes a failure of a tool, with what an encoder has to know about the tool. */
function failureOf({ declaration }: Cli, { name, custom }: NumberedExit, code: string) {
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
