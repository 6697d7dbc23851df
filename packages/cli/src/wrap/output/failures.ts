import commonErrors from './common-errors.json' with { type: 'json' }
import { EXIT_ROWS } from 'surety/unstable/contract'
import type { CommandDeclaration, ErrorDeclarations } from 'surety/unstable/runtime'
import {
  failureOf,
  toErrorDeclaration,
  type Failure,
  type Rules,
} from 'surety/unstable/description'
import type { WrapDescription, WrappedCommand } from '../wrap-description.ts'

/** Failures of programs that the description says nothing about. */
export const COMMON_ERRORS = commonErrors as Readonly<
  Record<keyof typeof commonErrors, ErrorDeclarations[string]>
>

/** Declares all failures of a command, and which of its exits do not mean that calling again is safe. */
export function failureDeclarations(
  description: WrapDescription,
  command: WrappedCommand,
): Pick<CommandDeclaration, 'errors' | 'exitCodes'> {
  const failures = [command, description, command.guard ?? {}].flatMap(failuresOf)
  return { errors: errorsOf(failures), ...cautiousExits(command, failures) }
}

function failuresOf(facts: Rules): readonly Failure[] {
  const byNumber = Object.values(facts.exits ?? {}).flatMap((meaning) => failureOf(meaning) ?? [])
  return [...byNumber, ...(facts.errors ?? [])]
}

/** Declares failures by their codes; of several with one code the first is described. */
function errorsOf(failures: readonly Failure[]): ErrorDeclarations {
  const errors: Record<string, ErrorDeclarations[string]> = {}
  for (const failure of failures) errors[failure.code] ??= toErrorDeclaration(failure)
  return { ...COMMON_ERRORS, ...errors }
}

/** Takes back what the contract says of some exits: of a change only the author can know that calling again is safe. */
function cautiousExits({ danger }: WrappedCommand, failures: readonly Failure[]) {
  if (danger === 'safe') return {}
  const names = new Set(failures.map(({ exit }) => exit))
  const cautious = [...names].filter(
    (name) =>
      failures.some((each) => each.exit === name && each.leaves_changes) ||
      (EXIT_ROWS['1.6'][name].retryable === 'yes' &&
        !failures.some(({ exit, retryable }) => exit === name && retryable)),
  )
  const description = 'The program failed and may have changed something'
  const entry = { description, retryable: false, sideEffects: 'partial' } as const
  const exitCodes = Object.fromEntries(cautious.map((name) => [name, entry]))
  return cautious.length === 0 ? {} : { exitCodes: exitCodes as never }
}
