import { knownDialectIds, isKnownDialect } from '../dialects/index.ts'
import { closest } from '../internal/closest.ts'
import { inputFailure } from './read-input.ts'
import type { Run } from './run.ts'

/** Refuses a dialect or a contract version that does not exist, before anything is run. */
export function refuseUnknownOutput(run: Run): void {
  const { dialect, unknownVersion } = run.output
  const { contract } = run.cli.declaration
  if (unknownVersion !== null && contract) {
    const allowed = Object.keys(contract.versions)
    const isRemoved = contract.removed?.includes(unknownVersion) === true
    throw inputFailure(run, [
      {
        param: '--envelope-version',
        code: 'INVALID_CHOICE',
        message: `Envelope version ${unknownVersion} ${isRemoved ? 'has been removed' : 'does not exist'}; use ${contract.default}.`,
        value: unknownVersion,
        allowed,
        suggestion: contract.default,
      },
    ])
  }
  if (isKnownDialect(dialect)) return
  const allowed = knownDialectIds()
  const near = closest(dialect, allowed)
  throw inputFailure(run, [
    {
      param: '--envelope',
      code: 'INVALID_CHOICE',
      message: `There is no dialect '${dialect}'.`,
      value: dialect,
      allowed,
      ...(near !== undefined && { suggestion: near }),
    },
  ])
}
