import { defineGroup } from 'surety/unstable/runtime'
import { command as config } from './config.ts'
import { command as serve } from './serve.ts'

export const group = defineGroup({
  description: 'Serves a tool to MCP clients',
  // So that `surety mcp -- <tool>` needs no further word.
  default: 'serve',
  commands: { serve, config },
})
