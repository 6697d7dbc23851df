import { defineCommand, s } from 'surety'

import { bootstrapReport } from '../bootstrap-report.ts'
import { COMMANDS, TOOLS } from '../inventory.ts'
import { matchSchema } from '../match-schema.ts'
import { route, type Match } from '../routing.ts'
import {
  directoryOption,
  errors,
  exitCodes,
  filesystemFailure,
  openStore,
} from '../session/session-command.ts'
import { createSessionId } from '../session/session-id.ts'
import { TurnEngine } from '../turn-engine.ts'
import { turnSchema } from '../turn-schema.ts'

export const command = defineCommand({
  description: 'Starts a session: looks around, routes the prompt and takes one turn',
  danger: 'mutating',
  exitCodes,
  errors,
  args: { prompt: s.string().describe('What is wanted') },
  options: { ...directoryOption, limit: s.integer().min(0).default(5).describe('Most matches') },
  output: s.object({
    prompt: s.string(),
    limit: s.integer(),
    setup: s.object({
      python_version: s.string(),
      implementation: s.string(),
      platform_name: s.string(),
      test_command: s.string(),
    }),
    routed_matches: s.array(matchSchema),
    command_execution_messages: s.array(s.string()),
    tool_execution_messages: s.array(s.string()),
    turn: turnSchema,
    persisted_session_path: s.string(),
  }),
  text: bootstrapReport,
  run: async (ctx) => {
    const { prompt } = ctx.args
    const { limit } = ctx.options
    const matches = route(prompt, limit, { commands: COMMANDS, tools: TOOLS })
    const now = () => ctx.now().getTime()
    const engine = new TurnEngine(now)
    const turn = engine.submit(prompt, {
      commands: names(matches, 'command'),
      tools: names(matches, 'tool'),
    })
    const store = openStore(ctx)
    const id = createSessionId(now(), process.pid)
    const path = await store
      .write(id, engine.records)
      .catch((error: unknown) => filesystemFailure(ctx, error, 'write', store.pathOf(id)))
    ctx.effect('created')
    return {
      prompt,
      limit,
      setup: {
        python_version: process.versions.node,
        implementation: 'Node.js',
        platform_name: process.platform,
        test_command: 'npm test',
      },
      routed_matches: matches,
      command_execution_messages: names(matches, 'command').map(
        (name) => `${name} would take the prompt`,
      ),
      tool_execution_messages: names(matches, 'tool').map(
        (name) => `${name} would take the payload`,
      ),
      turn,
      persisted_session_path: path,
    }
  },
})

function names(matches: readonly Match[], kind: Match['kind']): string[] {
  return matches.filter((match) => match.kind === kind).map((match) => match.name)
}
