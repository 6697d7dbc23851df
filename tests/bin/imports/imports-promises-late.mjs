// A tool that loads `node:fs/promises` only in its handler, and prints to stdout by its path.
import { defineCli, serve } from 'surety'

await serve(
  defineCli({
    name: 'late',
    run: async () => {
      const { appendFile } = await import('node:fs/promises')
      await appendFile('/dev/stdout', 'noise\n')
      return { fine: true }
    },
  }),
)
