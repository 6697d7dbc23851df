import {
  DEFAULT_DIALECT,
  isDialectId,
  isKnownDialect,
  knownDialectIds,
  loadEncoder,
  traitsOf,
} from '../../dialects/wires.ts'
import { defect } from '../../contract/index.ts'
import { closest } from '@surety/internal/closest.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import { inputFailure, refusedValue } from '../run/errors/input-error.ts'
import { wrongDeclaration } from '../declare/wrong-declaration.ts'
import { formatsOf, formatsWithoutYaml } from '../declare/framework-flags.ts'
import { hasFlag } from '../line/read.ts'
import { limitVariable } from '../run/output-request.ts'
import { changeOutput, type Run } from '../run/run-state.ts'

/** Refuses an unknown dialect, contract version or format of the dialect before the command runs. */
export async function refuseUnknownOutput(run: Run): Promise<void> {
  const { dialect, unknownVersion, refusedFormat, formatFrom, refusedLimit } = run.output
  if (refusedFormat !== null) {
    const ofDialect = traitsOf(dialect).refusesYaml ? formatsWithoutYaml : formatsOf
    const allowed = ofDialect(run.cli.declaration)
    const message = `${formatFrom} must be one of ${allowed.join(', ')}; ${dialect} has no ${refusedFormat}.`
    const more = { code: 'INVALID_CHOICE', value: refusedFormat, allowed, suggestion: 'json' }
    throw refusedValue(run, formatFrom, message, more)
  }
  if (refusedLimit !== null) {
    const name = limitVariable(run.cli)
    const message = `${name} must be a whole number of bytes, 0 for no limit, not '${refusedLimit}'.`
    throw refusedValue(run, name, message, { value: refusedLimit })
  }
  const { contract } = run.cli.declaration
  if (unknownVersion !== null && contract) {
    const allowed = Object.keys(contract.versions)
    const why = contract.removed?.includes(unknownVersion) ? 'has been removed' : 'does not exist'
    const message = `Envelope version ${unknownVersion} ${why}; use ${contract.default}.`
    const facts = { value: unknownVersion, allowed }
    if (hasFlag(run.line, '--legacy-envelope')) {
      const suggestion = 'Leave out --legacy-envelope.'
      throw refusedValue(run, '--legacy-envelope', message, { ...facts, suggestion })
    }
    const choice = { code: 'INVALID_CHOICE', suggestion: contract.default }
    throw refusedValue(run, '--envelope-version', message, { ...facts, ...choice })
  }
  if (!isDialectId(dialect)) await tryToLoad(run, dialect)
}

/** Loads a dialect that is not built in, so that its traits are known; fails with the known ids. */
async function tryToLoad(run: Run, dialect: string): Promise<void> {
  try {
    await loadEncoder(dialect)
  } catch (error) {
    const { contract, dialect: own = DEFAULT_DIALECT } = run.cli.declaration
    const fallback = contract ? contract.versions[contract.default]! : own
    const isOwn = dialect === fallback
    const problem = unknownDialect(dialect, error, isOwn)
    changeOutput(run, { dialect: isOwn ? DEFAULT_DIALECT : fallback, isForeign: false })
    // No caller asked for it.
    if (isOwn)
      throw wrongDeclaration([defect('DIALECT_UNKNOWN', problem.message.replace(/\.$/, ''))])
    throw inputFailure(run, [problem])
  }
}

function unknownDialect(dialect: string, error: unknown, isOwn: boolean): InputProblem {
  const allowed = knownDialectIds()
  const isFile = /[/\\]|\.(json|ya?ml)$/i.test(dialect)
  const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  const isBroken = isFile || isKnownDialect(dialect)
  const near = isBroken ? undefined : closest(dialect, allowed)
  // Without a near one, the suggestion to callers lists them all.
  const known = near === undefined && !isOwn ? '' : ` Use ${allowed.join(', ')} or a dialect file.`
  return {
    param: '--envelope',
    code: 'INVALID_CHOICE',
    message: isBroken
      ? `The dialect '${dialect}' cannot be loaded: ${why}`
      : `There is no dialect '${dialect}'.${known}`,
    value: dialect,
    allowed,
    ...(near !== undefined && { suggestion: near }),
  }
}
