import packageJson from '../../package.json' with { type: 'json' }
import { defineCli } from 'surety/unstable/runtime'

/** Names the heading of help under which commands stand; each loads when it is called, its words are there before. */
const under =
  (section: string) =>
  <Load>(description: string, load: Load) => ({ section, description, load })

const start = under('Get started')
const run = under('Run tools')
const check = under('Check tools')
const write = under('Write tools')
const connect = under('Connect agents')
const answers = under('Read and translate answers')

/** The `surety` command. To add a command, add a file to `commands/` and a line here. */
export const app = defineCli({
  name: 'surety',
  version: packageJson.version,
  description: 'Runs command-line tools and says what really happened',
  commands: {
    run: start('Runs a tool and says what happened', () => import('./commands/run.ts')),
    sh: start('Runs a shell line and names the part that failed', () => import('./commands/sh.ts')),
    check: start('Checks whether a tool keeps the contract', () => import('./commands/check.ts')),
    new: start(
      'Writes a new tool: a project that runs, with tests and types',
      () => import('./commands/new.ts'),
    ),
    batch: run(
      'Runs the calls listed in a file, several at once, and resumes after a crash',
      () => import('./commands/batch/group.ts'),
    ),
    worker: run('Runs calls that wait on a queue', () => import('./commands/worker.ts')),
    journal: run('Shows what was run and how it ended', () => import('./commands/journal.ts')),
    replay: run(
      'Reads transcripts of agents and says what they missed',
      () => import('./commands/replay.ts'),
    ),
    inspect: run(
      'Opens a local page with the commands and calls of a tool',
      () => import('./commands/inspect.ts'),
    ),
    memory: run(
      'Lists, adds or forgets what surety knows about tools',
      () => import('./commands/memory.ts'),
    ),
    fixtures: check(
      'Keeps answers and the contract of a tool in files, and finds what changed',
      () => import('./commands/fixtures.ts'),
    ),
    wrap: write(
      'Runs any program by the contract, from a description of it: surety wrap git status',
      () => import('./commands/wrap.ts'),
    ),
    hook: connect(
      'Tells agents what they would miss of the commands that they run',
      () => import('./commands/hook/group.ts'),
    ),
    mcp: connect('Serves a tool to MCP clients', () => import('./commands/mcp/group.ts')),
    decode: answers(
      'Reads what a tool printed: its dialect, what happened, what breaks the contract',
      () => import('./commands/decode.ts'),
    ),
    translate: answers(
      'Writes answers in another dialect, one document or a log',
      () => import('./commands/translate.ts'),
    ),
  },
})
