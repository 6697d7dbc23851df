import { serve } from 'surety/unstable/runtime'
import { joinDashed } from '@surety/internal/dashed-values.ts'
import { app } from './app.ts'

// For calls in one process: our tests make thousands.
export { app }
export { run } from 'surety/unstable/runtime'

/** Options of `check` whose values are calls, and flags of its own that are none. */
const CALLS = /^--(?:read|fails|holds)$/
const OWN = /^--(?:all|help|init|json|notes|plan|update-baseline)$/

export function main(): void {
  const [, , first, second = ''] = process.argv
  if (first === 'check') process.argv = joinDashed(process.argv, CALLS, OWN)
  // `surety wrap git status`: from here on the words belong to the wrapped tool.
  if (first === 'wrap' && !/^(?:$|-)|^(?:check|init|list|run|write)$/.test(second)) {
    process.argv.splice(2, 2)
    void serve(async () => (await import('./commands/wrap.ts')).loadWrapped(second))
  } else void serve(app)
}
