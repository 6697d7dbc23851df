import { defineCli } from 'surety'

/** The tool: sessions, an inventory and a turn engine, with two versions of its contract. */
export const claw = defineCli({
  name: 'claw',
  version: '2.0.0',
  description: 'Keeps sessions and finds the command or tool for a prompt',
  contract: {
    versions: { '1.0': 'claw-1.0', '2.0': 'claw-2.0' },
    default: '2.0',
    deprecated: ['1.0'],
  },
  output: {
    humanFailure: ({ message, suggestion }) =>
      [`error: ${message}`, ...(suggestion ? [`hint: ${suggestion}`] : [])].join('\n'),
  },
  commands: {
    'list-sessions': {
      description: 'Lists sessions',
      load: () => import('./commands/list-sessions.ts'),
    },
    'delete-session': {
      description: 'Deletes a session',
      load: () => import('./commands/delete-session.ts'),
    },
    'load-session': {
      description: 'Reads a session',
      load: () => import('./commands/load-session.ts'),
    },
    'flush-transcript': {
      description: 'Submits a prompt and stores the session',
      load: () => import('./commands/flush-transcript.ts'),
    },
    'show-command': {
      description: 'Describes a command',
      load: () => import('./commands/show-command.ts'),
    },
    'show-tool': { description: 'Describes a tool', load: () => import('./commands/show-tool.ts') },
    'exec-command': {
      description: 'Hands a prompt to a command',
      load: () => import('./commands/exec-command.ts'),
    },
    'exec-tool': {
      description: 'Hands a payload to a tool',
      load: () => import('./commands/exec-tool.ts'),
    },
    route: { description: 'Finds what fits a prompt', load: () => import('./commands/route.ts') },
    bootstrap: {
      description: 'Starts a session with a prompt',
      load: () => import('./commands/bootstrap.ts'),
    },
    'turn-loop': {
      description: 'Runs several turns on a prompt',
      load: () => import('./commands/turn-loop.ts'),
    },
    'command-graph': {
      description: 'Lists commands by origin',
      load: () => import('./commands/command-graph.ts'),
    },
    'tool-pool': {
      description: 'Lists the tools of a mode',
      load: () => import('./commands/tool-pool.ts'),
    },
    'bootstrap-graph': {
      description: 'Lists the stages of a start',
      load: () => import('./commands/bootstrap-graph.ts'),
    },
  },
})
