import packageJson from '../../package.json' with { type: 'json' }
import { defineCli, defineGroup } from '../runtime/index.ts'

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
    check: {
      description: 'Checks whether a tool keeps the contract',
      load: () => import('./commands/check.ts'),
    },
    diagnose: {
      description: 'Makes one call and explains its answer',
      load: () => import('./commands/diagnose.ts'),
    },
    fixtures: defineGroup({
      description: 'Records the answers of a tool and compares them',
      commands: {
        record: {
          description: 'Records an answer per command and case of a tool',
          load: () => import('./commands/fixtures/record.ts'),
        },
        verify: {
          description: 'Compares the answers of a tool with those that were recorded',
          load: async () => (await import('./commands/fixtures/verify.ts')).verify,
        },
        update: {
          description: 'Runs every recorded call again and writes the answers that differ',
          load: async () => (await import('./commands/fixtures/verify.ts')).update,
        },
        consistency: {
          description: 'Finds fields that are not the same in all recorded answers',
          load: () => import('./commands/fixtures/consistency.ts'),
        },
      },
    }),
    lock: defineGroup({
      description: 'Keeps the contract of a tool in a committed file',
      commands: {
        write: {
          description: 'Writes the contract of a tool to a lock file',
          load: async () => (await import('./commands/lock.ts')).write,
        },
        verify: {
          description: 'Finds changes of the contract that the version of the tool does not allow',
          load: async () => (await import('./commands/lock.ts')).verify,
        },
      },
    }),
    mcp: defineGroup({
      description: 'Offers tools to MCP clients',
      // So that `surety mcp -- <tool>` needs no further word.
      default: 'serve',
      commands: {
        serve: {
          description: 'Serves any tool over MCP',
          load: () => import('./commands/mcp/serve.ts'),
        },
        config: {
          description: 'Writes the configuration of an agent harness for a tool',
          load: () => import('./commands/mcp/config.ts'),
        },
      },
    }),
    wrap: defineGroup({
      description: 'Makes a tool of any program, from a description: surety wrap git status',
      // So that flags may stand before `wrap`; see main.ts for every other call.
      default: 'run',
      commands: {
        run: {
          description:
            'Runs a command of a program as a description says, and answers by the contract',
          load: async () => (await import('./commands/wrap.ts')).run,
        },
        init: {
          description: 'Writes a first description of a program from its help',
          load: async () => (await import('./commands/wrap.ts')).wrapInit,
        },
        write: {
          description: 'Writes an executable file that answers by the contract',
          load: async () => (await import('./commands/wrap.ts')).write,
        },
        check: {
          description: 'Checks a description and runs nothing',
          load: async () => (await import('./commands/wrap.ts')).check,
        },
        list: {
          description: 'Lists the ready descriptions of programs',
          load: async () => (await import('./commands/wrap.ts')).list,
        },
      },
    }),
    adapt: defineGroup({
      description: 'Helps to adapt programs of other frameworks',
      commands: {
        init: {
          description:
            'Writes first declarations for an adapted program from its manifest or its help',
          load: async () => (await import('./commands/wrap.ts')).adaptInit,
        },
      },
    }),
    batch: defineGroup({
      description: 'Runs the calls listed in a file, and resumes them',
      // So that `surety batch FILE` needs no further word.
      default: 'run',
      commands: {
        run: {
          description: 'Runs the calls listed in a file, one JSON value per line',
          load: () => import('./commands/batch/run.ts'),
        },
        doubts: {
          description: 'Lists the calls that were started and whose end nobody saw',
          load: async () => (await import('./commands/batch/doubts.ts')).doubts,
        },
        settle: {
          description: 'Records how a call in doubt ended',
          load: async () => (await import('./commands/batch/doubts.ts')).settle,
        },
        rerun: {
          description: 'Runs a call in doubt, or a failed one, again',
          load: async () => (await import('./commands/batch/doubts.ts')).rerun,
        },
      },
    }),
    journal: defineGroup({
      description: 'Shows what was run and how it ended',
      commands: {
        tail: {
          description: 'Shows the latest attempts',
          load: async () => (await import('./commands/journal.ts')).tail,
        },
        answer: {
          description: 'Shows the full answer of a run that was cut',
          load: async () => (await import('./commands/journal.ts')).answer,
        },
        orphans: {
          description: 'Lists or ends processes left running by a killed run or batch',
          load: async () => (await import('./commands/journal.ts')).orphans,
        },
        stats: {
          description:
            'Counts attempts and failures by tool, operation, target, code and exit code',
          load: () => import('./commands/journal/stats.ts'),
        },
      },
    }),
    memory: defineGroup({
      description: 'Manages what surety has learnt about tools',
      commands: {
        list: {
          description: 'Lists what was learnt about tools',
          load: async () => (await import('./commands/memory.ts')).list,
        },
        learn: {
          description: 'Asks a tool for its manifest and remembers it',
          load: async () => (await import('./commands/memory.ts')).learn,
        },
        forget: {
          description: 'Forgets what was learnt about a tool',
          load: async () => (await import('./commands/memory.ts')).forget,
        },
      },
    }),
  },
})
