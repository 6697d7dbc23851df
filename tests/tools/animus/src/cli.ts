import { defineCli, defineGroup } from 'surety'

import { errorText } from './error-text.ts'
import { globals } from './project.ts'
import { errors } from './subject-context.ts'

/** The tool: units of work in a local store, with the envelope `animus.cli.v1`. */
export const animus = defineCli({
  name: 'animus',
  version: '0.4.0',
  description: 'Keeps track of units of work',
  dialect: 'animus-1',
  output: { humanFailure: errorText },
  globals,
  errors,
  // Older versions called the tool ao and the subjects tasks.
  redirects: {
    'task list': { to: 'subject list --kind task', reason: 'restructured' },
    'task get': { to: 'subject get --kind task', reason: 'restructured' },
    'task create': { to: 'subject create --kind task', reason: 'restructured' },
    'task status': { to: 'subject status --kind task', reason: 'restructured' },
  },
  commands: {
    subject: defineGroup({
      description: 'Units of work',
      commands: {
        list: { description: 'Lists subjects', load: () => import('./commands/list.ts') },
        get: { description: 'Shows one subject', load: () => import('./commands/get.ts') },
        create: { description: 'Adds a subject', load: () => import('./commands/create.ts') },
        update: { description: 'Changes a subject', load: () => import('./commands/update.ts') },
        status: {
          description: 'Sets the status of a subject',
          load: () => import('./commands/set-status.ts'),
        },
        next: {
          description: 'Shows the subject to take next',
          load: () => import('./commands/next.ts'),
        },
        delete: { description: 'Removes a subject', load: () => import('./commands/delete.ts') },
        'batch-create': {
          description: 'Adds the subjects of a file',
          load: () => import('./commands/batch-create.ts'),
        },
        'batch-update': {
          description: 'Changes the subjects of a file',
          load: () => import('./commands/batch-update.ts'),
        },
      },
    }),
    plugin: defineGroup({
      description: 'Backends of subjects',
      commands: {
        install: {
          description: 'Gives a kind of subject its local backend',
          load: () => import('./commands/plugin-install.ts'),
        },
      },
    }),
    version: {
      description: 'Names the program and its version',
      load: () => import('./commands/version.ts'),
    },
    status: {
      description: 'Counts subjects by status',
      load: () => import('./commands/dashboard.ts'),
    },
    doctor: {
      description: 'Checks that the store can be used',
      load: () => import('./commands/doctor.ts'),
    },
  },
})
