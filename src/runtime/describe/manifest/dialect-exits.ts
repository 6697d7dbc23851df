import { fail, type OutcomeErrorInput } from '../../../contract/index.ts'
import { isKnownDialect, loadEncoder, traitsOf } from '../../../dialects/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { contractNumbers, type ExitNumbers } from './exit-entries.ts'

export { exitRows } from './exit-entries.ts'

/** Finds the exit numbers of a dialect with its encoder, so that listed and real numbers agree. */
export async function dialectExits(cli: Cli, dialect: string): Promise<ExitNumbers> {
  const { generation } = traitsOf(dialect)
  if (generation !== undefined || !isKnownDialect(dialect))
    return contractNumbers(generation ?? '1.6')
  const encoder = await loadEncoder(dialect)
  const { exitByCode } = cli.declaration
  return (exit, code) => {
    const { name, custom } = exit
    if (name === 'SUCCESS') return 0
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
    }).exit_code
  }
}
