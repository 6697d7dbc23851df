import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

import { defineCli, serve } from 'surety'

// Writes the file that FILE names, or does nothing.
await serve(
  defineCli({
    name: 'writer',
    version: '1.0.0',
    description: 'Writes a file',
    dialect: process.env.DIALECT ?? 'spec-1.0',
    commands: {
      look: {
        description: 'Does nothing',
        danger: 'safe',
        exitCodes: { SUCCESS: 'Nothing was done' },
        run: () => ({}),
      },
      start: {
        description: 'Starts a program',
        danger: 'safe',
        exitCodes: { SUCCESS: 'It ran', PERMISSION_DENIED: 'It may not be started' },
        run: () => String(execFileSync(process.execPath, ['--version'])),
      },
      write: {
        description: 'Writes it',
        danger: 'mutating',
        exitCodes: { SUCCESS: 'It is written', PERMISSION_DENIED: 'It may not be written' },
        run: () => {
          writeFileSync(process.env.FILE, 'x')
          return { effect: 'created' }
        },
      },
    },
  }),
)
