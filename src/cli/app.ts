import packageJson from '../../package.json' with { type: 'json' }
import { defineCli, serve } from '../runtime/index.ts'

/** The `surety` command. To add a command, add a file to `commands/` and a line here. */
export const app = defineCli({
  name: 'surety',
  version: packageJson.version,
  description: 'Runs command-line tools and reads, writes and translates their answers',
  commands: {
    new: {
      description: 'Writes a new tool: a folder that runs, tests and type-checks',
      load: () => import('./commands/new.ts'),
    },
    dialects: {
      description: 'Lists the dialects, or shows one with samples',
      load: () => import('./commands/dialects.ts'),
    },
    detect: {
      description: 'Detects the dialect of captured output',
      load: () => import('./commands/detect.ts'),
    },
    decode: {
      description: 'Reads captured output into outcomes',
      load: () => import('./commands/decode.ts'),
    },
    encode: {
      description: 'Writes outcomes as a tool of a dialect would print them',
      load: () => import('./commands/encode.ts'),
    },
    translate: {
      description: 'Translates NDJSON from one dialect to another',
      load: () => import('./commands/translate.ts'),
    },
    validate: {
      description: 'Checks documents against a dialect',
      load: () => import('./commands/validate.ts'),
    },
    run: {
      description: 'Runs a tool and acts on its answer',
      load: () => import('./commands/run.ts'),
    },
    read: {
      description: 'Runs a command only if it is known to read',
      load: () => import('./commands/read.ts'),
    },
    check: {
      description: 'Checks whether a tool keeps the contract',
      load: () => import('./commands/check.ts'),
    },
    diagnose: {
      description: 'Makes one call and explains its answer',
      load: () => import('./commands/diagnose.ts'),
    },
    fixtures: {
      description: 'Records the answers of a tool and compares them',
      load: () => import('./commands/fixtures.ts'),
    },
    lock: {
      description: 'Keeps the contract of a tool in a committed file',
      load: () => import('./commands/lock.ts'),
    },
    mcp: {
      description: 'Offers tools to MCP clients',
      load: () => import('./commands/mcp/group.ts'),
    },
    hook: {
      description: 'Lets agents read without asking, by a hook in their client',
      load: () => import('./commands/hook/group.ts'),
    },
    plugin: {
      description: 'Packs tools for agents, with skills and MCP server',
      load: () => import('./commands/plugin/group.ts'),
    },
    wrap: {
      description: 'Makes a tool of any program, from a description: surety wrap git status',
      load: () => import('./commands/wrap.ts'),
    },
    adapt: {
      description: 'Helps to adapt programs of other frameworks',
      load: async () => (await import('./commands/wrap.ts')).adapt,
    },
    batch: {
      description: 'Runs the calls listed in a file, and resumes them',
      load: () => import('./commands/batch/group.ts'),
    },
    worker: {
      description: 'Runs calls that others put on a queue',
      load: () => import('./commands/worker.ts'),
    },
    journal: {
      description: 'Shows what was run and how it ended',
      load: () => import('./commands/journal.ts'),
    },
    inspect: {
      description: 'Shows a tool and its calls in a local page, or as text',
      load: () => import('./commands/inspect.ts'),
    },
    memory: {
      description: 'Manages what surety has learnt about tools',
      load: () => import('./commands/memory.ts'),
    },
  },
})

export async function serveApp(): Promise<void> {
  const [, , first, second = ''] = process.argv
  // `surety wrap git status`: from here on the words belong to the wrapped tool.
  if (first === 'wrap' && !/^(?:$|-)|^(?:check|init|list|run|write)$/.test(second)) {
    process.argv.splice(2, 2)
    await serve(async () => (await import('./commands/wrap.ts')).loadWrapped(second))
  } else await serve(app)
}
