import { EXIT_CODE_TABLES, isFailureName } from '../../../contract/index.ts'
import type { ExitCodesDeclaration } from '../../../runtime/index.ts'

/** Declares every standard exit, because the exit of a wrapped tool is passed on. */
export function passThroughExits(success: string): ExitCodesDeclaration {
  const passedOn = Object.keys(EXIT_CODE_TABLES['1.6'])
    .filter(isFailureName)
    .map((name) => [name, `The wrapped tool ended with ${name}.`] as const)
  return { SUCCESS: success, ...Object.fromEntries(passedOn) }
}
