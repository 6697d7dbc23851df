import { encode, isKnownDialect, loadDialect, traitsOf } from '../../../dialects/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { failureOf } from './dialect-exits.ts'
import type { NumberedExit } from './exit-entries.ts'

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
