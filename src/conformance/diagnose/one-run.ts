import { Probing, type ProbingOptions, type Surroundings } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe, Subject } from '../probing/subject.ts'

type AnyProbe = Pick<Probe, 'name' | 'argv'> & Partial<Probe>

/**
 * Lets checks look at one run and start nothing else: the call to be explained may change something, and
 * must not be made twice.
 */
export class OneRun extends Probing {
  readonly #run: Run

  constructor(subject: Subject, options: ProbingOptions, run: Run, earlier: Probing) {
    super(subject, options, earlier)
    this.#run = run
  }

  override run(probe: AnyProbe, surroundings: Surroundings = {}): Promise<Run> {
    return this.#isSame(probe, surroundings)
      ? Promise.resolve(this.#run)
      : Promise.reject(new OtherRunError())
  }

  /** Gives the one run if it is asked for, and leaves the others out: fewer runs can show less, never more. */
  override runAll(
    probes: readonly AnyProbe[],
    surroundings: Surroundings = {},
  ): Promise<readonly Run[]> {
    const isAsked = probes.some((probe) => this.#isSame(probe, surroundings))
    return Promise.resolve(isAsked ? [this.#run] : [])
  }

  #isSame(probe: AnyProbe, surroundings: Surroundings): boolean {
    const isPlain = Object.values(surroundings).every((value) => value === undefined)
    return isPlain && JSON.stringify(probe.argv) === JSON.stringify(this.subject.probes[0]?.argv)
  }

  override runTogether(): Promise<readonly Run[]> {
    return Promise.reject(new OtherRunError())
  }
}

/** A check needs more than the one run, so that it cannot be judged. */
class OtherRunError extends Error {
  constructor() {
    super('Only one run is looked at.')
  }
}
