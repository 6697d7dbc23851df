import { defineCommand } from 'surety'

import { globals } from '../project.ts'

export const command = defineCommand({
  description: 'Names the program and its version',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The version is known' },
  globals,
  run: ({ tool }) => ({ name: tool.name, binary: 'animus', version: tool.version }),
})
