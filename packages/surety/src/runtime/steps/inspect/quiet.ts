import { refusedValue } from '../../run/errors/input-error.ts'
import type { Run } from '../../run/run-state.ts'
import type { Step } from '../step.ts'

/** Keeps everything away from stderr by `--quiet`; the answer stays on stdout. */
export const quiet: Step = {
  look: (run, { flags }) => {
    const talks = ['quiet', 'verbose', 'debug'].filter((name) => flags[name] === true)
    if (talks.length > 1)
      throw refusedValue(run, `--${talks[1]}`, `--${talks.join(' and --')} exclude each other.`)
    if (flags.quiet) silence(run)
  },
}

function silence({ world }: Run): void {
  const { write } = world
  Object.defineProperty(world, 'write', {
    value: ((stream, text) =>
      stream === 'stderr' ? undefined : write(stream, text)) satisfies typeof write,
  })
}
