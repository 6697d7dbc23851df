import type { SuretyError } from '../../contract/index.ts'
import type { AnyContext } from '../handler/context.ts'
import type { InputProblem } from '../handler/input-problem.ts'
import type { World } from '../process/world.ts'
import type { Guest } from '../run/guest.ts'
import { inputFailure } from '../run/errors/input-error.ts'
import { changeOutput, isDryRun, isOver } from '../run/run-state.ts'
import { CALL, type Called } from './create-context.ts'

/** What a handler that runs other programs or calls may do with its own run; no other handler needs it. */
export interface Host extends Pick<World, 'argv' | 'write'> {
  /** Whether the streams are those of the process. */
  readonly isDirect: boolean
  /** Whether standard input is a person's terminal. */
  readonly isStdinTty: boolean
  /** Whether the caller asked for the preview, which a destructive command may make unasked. */
  readonly isDryRun: boolean
  /** Whether the caller named the format of the answer. */
  readonly hasFormat: boolean
  /** True as soon as the run has ended, in whatever way. */
  readonly isOver: () => boolean
  /** Stands in for the run; null ends that. */
  readonly setGuest: (guest: Guest | null) => void
  /** Gives the streams to a program, whose exit becomes that of the process; null until it is known. */
  readonly handOn: (exit: number | null) => void
  /** Bounds the whole answer to so many bytes; 0 removes the bound. */
  readonly answerWithin: (bytes: number) => void
  /** Says that nobody knows what a program was doing when it failed. */
  readonly forgetPhase: () => void
  readonly refuse: (problems: readonly InputProblem[]) => SuretyError
}

export function hostOf(context: AnyContext): Host {
  const { run } = (context as AnyContext & Called)[CALL]
  const { world } = run
  return {
    argv: world.argv,
    write: (stream, text) => world.write(stream, text),
    isDirect: world.direct !== undefined,
    isStdinTty: world.isStdinTty,
    isDryRun: isDryRun(run),
    hasFormat: run.output.isExplicit,
    isOver: () => isOver(run),
    setGuest: (guest) => {
      run.guest = guest
    },
    handOn: (exit) => {
      run.onStdout = { kind: 'program', exit }
    },
    answerWithin: (maxBytes) => changeOutput(run, { maxBytes }),
    forgetPhase: () => {
      run.phase = null
    },
    refuse: (problems) => inputFailure(run, problems),
  }
}
