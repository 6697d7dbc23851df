import {
  DEFAULT_DIALECT,
  isDialectId,
  isKnownDialect,
  knownDialectIds,
  loadEncoder,
} from '../../dialects/index.ts'
import { closest } from '../../internal/closest.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { inputFailure } from '../run/input-error.ts'
import type { Run } from '../run/run-state.ts'

/**
 * Refuses a dialect or a contract version that does not exist, before anything is run. Only a dialect
 * that is not built in takes time to look at.
 */
export function refuseUnknownOutput(run: Run): void | Promise<void> {
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
  if (!isDialectId(dialect)) return tryToLoad(run, dialect)
}

/** Loads a dialect that is not built in, so that its traits are known; else lists what there is. */
async function tryToLoad(run: Run, dialect: string): Promise<void> {
  try {
    await loadEncoder(dialect)
  } catch (error) {
    const { contract, dialect: own = DEFAULT_DIALECT } = run.cli.declaration
    const spoken = contract ? contract.versions[contract.default]! : own
    run.output = { ...run.output, dialect: spoken, isForeign: false }
    throw inputFailure(run, [unknownDialect(dialect, error)])
  }
}

function unknownDialect(dialect: string, error: unknown): InputProblem {
  const allowed = knownDialectIds()
  const known = allowed.join(', ')
  const isFile = /[/\\]|\.(json|ya?ml)$/i.test(dialect)
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  const isBroken = isFile || isKnownDialect(dialect)
  const near = isBroken ? undefined : closest(dialect, allowed)
  return {
    param: '--envelope',
    code: 'INVALID_CHOICE',
    message: isBroken
      ? `No dialect can be read from '${dialect}': ${why}`
      : `There is no dialect '${dialect}'; known are ${known}, or the path of a file that describes one.`,
    value: dialect,
    allowed,
    ...(near !== undefined && { suggestion: near }),
  }
}
