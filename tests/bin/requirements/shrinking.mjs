// A tool of contract 1.16 whose next release lacks a command.
import { defineCli, defineCommand, serve } from 'surety'

const exitCodes = { SUCCESS: 'It is done' }
const command = defineCommand({
  description: 'Does something',
  danger: 'safe',
  exitCodes,
  run: () => ({}),
})

await serve(
  defineCli({
    name: 'shrinking',
    version: '1.4.0',
    description: 'Has fewer commands later',
    dialect: 'spec-1.16',
    commands: { kept: command, ...(process.env.DROPPED ? {} : { dropped: command }) },
  }),
)
