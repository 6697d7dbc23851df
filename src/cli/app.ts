import packageJson from '../../package.json' with { type: 'json' }
import { defineCli } from '../runtime/index.ts'

/** A command that loads when it is called; its words are there before. */
const lazy = <Load>(description: string, load: Load) => ({ description, load })

/** The `surety` command. To add a command, add a file to `commands/` and a line here. */
export const app = defineCli({
  name: 'surety',
  version: packageJson.version,
  description: 'Runs command-line tools and reads, writes and translates their answers',
  commands: {
    new: lazy(
      'Writes a new tool: a folder that runs, tests and type-checks',
      () => import('./commands/new.ts'),
    ),
    dialects: lazy(
      'Lists the dialects, or shows one with samples',
      () => import('./commands/dialects.ts'),
    ),
    detect: lazy('Detects the dialect of captured output', () => import('./commands/detect.ts')),
    decode: lazy('Reads captured output into outcomes', () => import('./commands/decode.ts')),
    encode: lazy(
      'Writes outcomes as a tool of a dialect would print them',
      () => import('./commands/encode.ts'),
    ),
    translate: lazy(
      'Translates NDJSON from one dialect to another',
      () => import('./commands/translate.ts'),
    ),
    validate: lazy('Checks documents against a dialect', () => import('./commands/validate.ts')),
    run: lazy('Runs a tool and acts on its answer', () => import('./commands/run.ts')),
    sh: lazy(
      'Runs a line of a shell, and says which part of it failed',
      () => import('./commands/sh.ts'),
    ),
    read: lazy('Runs a command only if it is known to read', () => import('./commands/read.ts')),
    check: lazy('Checks whether a tool keeps the contract', () => import('./commands/check.ts')),
    diagnose: lazy(
      'Makes one call and explains its answer',
      () => import('./commands/diagnose.ts'),
    ),
    fixtures: lazy(
      'Records the answers of a tool and compares them',
      () => import('./commands/fixtures.ts'),
    ),
    lock: lazy(
      'Keeps the contract of a tool in a committed file',
      () => import('./commands/lock.ts'),
    ),
    mcp: lazy('Offers tools to MCP clients', () => import('./commands/mcp/group.ts')),
    hook: lazy(
      'Lets agents read without asking, by a hook in their client',
      () => import('./commands/hook/group.ts'),
    ),
    plugin: lazy(
      'Packs tools for agents, with skills and MCP server',
      () => import('./commands/plugin/group.ts'),
    ),
    wrap: lazy(
      'Makes a tool of any program, from a description: surety wrap git status',
      () => import('./commands/wrap.ts'),
    ),
    adapt: lazy(
      'Helps to adapt programs of other frameworks',
      async () => (await import('./commands/wrap.ts')).adapt,
    ),
    batch: lazy(
      'Runs the calls listed in a file, and resumes them',
      () => import('./commands/batch/group.ts'),
    ),
    worker: lazy('Runs calls that others put on a queue', () => import('./commands/worker.ts')),
    journal: lazy('Shows what was run and how it ended', () => import('./commands/journal.ts')),
    inspect: lazy(
      'Shows a tool and its calls in a local page, or as text',
      () => import('./commands/inspect.ts'),
    ),
    memory: lazy(
      'Manages what surety has learnt about tools',
      () => import('./commands/memory.ts'),
    ),
  },
})
