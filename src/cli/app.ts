import packageJson from '../../package.json' with { type: 'json' }
import { defineCli, defineGroup } from '../runtime/index.ts'

/** The `surety` command. A new command is a file in `commands/` and a line here. */
export const app = defineCli({
  name: 'surety',
  version: packageJson.version,
  description: 'Reads, writes and translates what command-line tools answer',
  commands: {
    tour: {
      description: 'Shows what surety does, on real tools with real processes',
      load: () => import('./commands/tour.ts'),
    },
    dialects: {
      description: 'Lists the dialects, or shows one with samples',
      load: () => import('./commands/dialects.ts'),
    },
    detect: {
      description: 'Finds the dialect of what a process left behind',
      load: () => import('./commands/detect.ts'),
    },
    decode: {
      description: 'Reads what processes left behind into outcomes',
      load: () => import('./commands/decode.ts'),
    },
    encode: {
      description: 'Writes outcomes as a process speaking a dialect would',
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
      description: 'Runs a tool and does what its answers ask for',
      load: () => import('./commands/run.ts'),
    },
    batch: {
      description: 'Runs the calls that lines of JSON describe',
      load: () => import('./commands/batch.ts'),
    },
    journal: defineGroup({
      description: 'What was run, and how it went',
      commands: {
        tail: {
          description: 'Shows the newest attempts of the journal',
          load: () => import('./commands/journal/tail.ts'),
        },
        answer: {
          description: 'Shows the whole of an answer that was too large for run',
          load: () => import('./commands/journal/answer.ts'),
        },
        orphans: {
          description: 'Lists processes that a killed run or batch left behind, or ends them',
          load: () => import('./commands/journal/orphans.ts'),
        },
        stats: {
          description: 'Counts attempts and failures by tool, operation, target and code',
          load: () => import('./commands/journal/stats.ts'),
        },
      },
    }),
    memory: defineGroup({
      description: 'What was learnt about tools',
      commands: {
        list: {
          description: 'Lists what was learnt about tools',
          load: () => import('./commands/memory/list.ts'),
        },
        learn: {
          description: 'Asks a tool for its manifest and remembers it',
          load: () => import('./commands/memory/learn.ts'),
        },
        forget: {
          description: 'Forgets what was learnt about a tool',
          load: () => import('./commands/memory/forget.ts'),
        },
      },
    }),
  },
})
