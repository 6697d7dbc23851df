import packageJson from '../../package.json' with { type: 'json' }
import { defineCli } from '../runtime/index.ts'

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
  examples: [
    {
      command: "surety sh -- 'npm test 2>&1 | tail -5'",
      description: 'Say so if a part of the line failed, although the line ended with 0',
    },
    {
      command: 'surety run -- git push origin main',
      description: 'One answer: what happened, whether it may be repeated, what to do next',
    },
    {
      command: 'surety check --init -- ./my-tool',
      description: 'Find out whether a tool keeps its promises',
    },
    { command: 'surety new greet', description: 'Write a tool of your own' },
  ],
  commands: {
    run: start('Runs a tool and says what happened', () => import('./commands/run.ts')),
    sh: start(
      'Runs a line of a shell, and says which part of it failed',
      () => import('./commands/sh.ts'),
    ),
    check: start('Checks whether a tool keeps the contract', () => import('./commands/check.ts')),
    new: start(
      'Writes a new tool: a folder that runs, tests and type-checks',
      () => import('./commands/new.ts'),
    ),
    read: run('Runs a command only if it is known to read', () => import('./commands/read.ts')),
    batch: run(
      'Runs the calls listed in a file, and resumes them',
      () => import('./commands/batch/group.ts'),
    ),
    worker: run('Runs calls that others put on a queue', () => import('./commands/worker.ts')),
    journal: run('Shows what was run and how it ended', () => import('./commands/journal.ts')),
    replay: run(
      'Reads transcripts of agents and says what they missed',
      () => import('./commands/replay.ts'),
    ),
    inspect: run(
      'Shows a tool and its calls in a local page, or as text',
      () => import('./commands/inspect.ts'),
    ),
    memory: run('Manages what surety has learnt about tools', () => import('./commands/memory.ts')),
    diagnose: check(
      'Makes one call and explains its answer',
      () => import('./commands/diagnose.ts'),
    ),
    fixtures: check(
      'Records the answers of a tool and compares them',
      () => import('./commands/fixtures.ts'),
    ),
    lock: check(
      'Keeps the contract of a tool in a committed file',
      () => import('./commands/lock.ts'),
    ),
    describe: write(
      'Finds out how a program describes itself, and writes that in any format',
      () => import('./commands/describe.ts'),
    ),
    vouch: write(
      'Lets a person say that a tool does what its description says',
      () => import('./commands/vouch.ts'),
    ),
    wrap: write(
      'Makes a tool of any program, from a description: surety wrap git status',
      () => import('./commands/wrap.ts'),
    ),
    adapt: write(
      'Helps to adapt programs of other frameworks',
      async () => (await import('./commands/wrap.ts')).adapt,
    ),
    hook: connect(
      'Lets agents read without asking, by a hook in their client',
      () => import('./commands/hook/group.ts'),
    ),
    mcp: connect('Offers tools to MCP clients', () => import('./commands/mcp/group.ts')),
    plugin: connect(
      'Packs tools for agents, with skills and MCP server',
      () => import('./commands/plugin/group.ts'),
    ),
    decode: answers('Reads captured output into outcomes', () => import('./commands/decode.ts')),
    detect: answers('Detects the dialect of captured output', () => import('./commands/detect.ts')),
    encode: answers(
      'Writes outcomes as a tool of a dialect would print them',
      () => import('./commands/encode.ts'),
    ),
    translate: answers(
      'Translates answers from one dialect to another',
      () => import('./commands/translate.ts'),
    ),
    validate: answers('Checks documents against a dialect', () => import('./commands/validate.ts')),
    dialects: answers(
      'Lists the dialects, or shows one with samples',
      () => import('./commands/dialects.ts'),
    ),
  },
})
