import { serve } from 'surety/unstable/runtime'
import { app } from './app.ts'

// For calls in one process: our tests make thousands.
export { app }
export { run } from 'surety/unstable/runtime'

export function main(): void {
  const [, , first, second = ''] = process.argv
  // `surety wrap git status`: from here on the words belong to the wrapped tool.
  if (first === 'wrap' && !/^(?:$|-)|^(?:check|init|list|run|write)$/.test(second)) {
    process.argv.splice(2, 2)
    void serve(async () => (await import('./commands/wrap.ts')).loadWrapped(second))
  } else void serve(app)
}
