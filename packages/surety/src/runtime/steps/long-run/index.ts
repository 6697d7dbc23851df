import type { Step } from '../step.ts'

const LOOK_AFTER_MS = 300

/** Looks after a handler that takes long: it may wait for input that nobody types, and a person waits for it. */
export const longRun: Step = {
  applies: () => true,
  run: ({ run }, next) => {
    const working = next()
    if (!(working instanceof Promise)) return working
    const look = async () => (await import('./look-after.ts')).lookAfter(run)
    const timer = setTimeout(() => void look(), LOOK_AFTER_MS).unref()
    return working.finally(() => clearTimeout(timer))
  },
}
