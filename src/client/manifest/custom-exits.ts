import { defineExitCode, type CustomExitCode } from '../../contract/index.ts'
import type { DeclaredCommand } from '../decide/policy.ts'

/** Gives a command's own exit codes as readers take them; declarations that break a rule are left out. */
export function customExits(command: DeclaredCommand | undefined): readonly CustomExitCode[] {
  return (command?.exits ?? []).flatMap((exit) => {
    const { number, name = `EXIT_${number}`, retryable, side_effects: sideEffects } = exit
    try {
      const description = exit.description?.slice(0, 120) || name
      return [defineExitCode({ name, number, description, retryable, sideEffects })]
    } catch {
      // A standard number or name, or retryable after side effects: the reader knows the one better
      // itself and must not be told the other.
      return []
    }
  })
}
