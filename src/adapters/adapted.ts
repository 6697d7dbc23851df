import type { Cli } from '../runtime/index.ts'

/** A program of another framework that answers by the contract. */
export interface AdaptedProgram {
  /**
   * Runs the program on the words given, by default those of the process. At a terminal it behaves as
   * before; for every other caller, and with a flag of the contract, its end is one envelope.
   */
  readonly serve: (argv?: readonly string[]) => Promise<void>
  /** Returns the program as a tool of the framework, for `surety/http`, `surety/testing` and the like. */
  readonly toCli: () => Promise<Cli>
}
