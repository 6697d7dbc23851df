// A tool with one command, whose skill clients of MCP read.
import { defineCli, defineCommand, serve } from 'surety'

const start = defineCommand({
  description: 'Starts a task',
  danger: 'mutating',
  run: () => ({ effect: 'created' }),
})

await serve(
  defineCli({ name: 'tasks', version: '1.0.0', description: 'Tasks', commands: { start } }),
)
