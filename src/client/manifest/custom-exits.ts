import { defineExitCode, type CustomExitCode } from '../../contract/index.ts'
import type { DeclaredCommand } from '../decide/policy.ts'

/** Converts a command's own exit codes for the dialect readers; skips declarations that break a rule. */
export function customExits(command: DeclaredCommand | undefined): readonly CustomExitCode[] {
  return (command?.exits ?? []).flatMap((exit) => {
    const { number, name = `EXIT_${number}`, retryable, side_effects: sideEffects } = exit
    try {
      const description = exit.description?.slice(0, 120) || name
      return [defineExitCode({ name, number, description, retryable, sideEffects })]
    } catch {
      // Standard numbers and names are known already; an exit that is retryable after side effects
      // contradicts itself.
      return []
    }
  })
}
