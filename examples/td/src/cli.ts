import { defineCli } from 'surety'

/** The tool: tasks in a local file, answered in the envelope of its decision record. */
export const td = defineCli({
  name: 'td',
  version: '0.9.0',
  description: 'Keeps a list of tasks',
  dialect: 'td',
  output: { switches: { plain: 'plain' }, env: 'TD_FORMAT', values: { rich: 'human' } },
  frameworkErrors: {
    ARG_ERROR: 'VALIDATION_ERROR',
    PRECONDITION: 'VALIDATION_ERROR',
    GENERAL_ERROR: 'API_ERROR',
    TIMEOUT: 'API_ERROR',
  },
  commands: {
    add: { description: 'Adds a task', load: () => import('./commands/add.ts') },
    ls: { description: 'Lists open tasks', load: () => import('./commands/ls.ts') },
    today: { description: 'Lists what is due', load: () => import('./commands/today.ts') },
    next: { description: 'Shows the task to do next', load: () => import('./commands/next.ts') },
    show: { description: 'Shows one task', load: () => import('./commands/show.ts') },
    done: { description: 'Completes a task', load: () => import('./commands/done.ts') },
    undo: { description: 'Reopens a completed task', load: () => import('./commands/undo.ts') },
    edit: { description: 'Changes a task', load: () => import('./commands/edit.ts') },
    move: { description: 'Moves a task to another project', load: () => import('./commands/move.ts') },
    delete: { description: 'Deletes a task', load: () => import('./commands/delete.ts') },
    search: { description: 'Finds open tasks by text', load: () => import('./commands/search.ts') },
    projects: { description: 'Lists projects', load: () => import('./commands/projects.ts') },
    'project-add': { description: 'Adds a project', load: () => import('./commands/project-add.ts') },
    labels: { description: 'Lists labels', load: () => import('./commands/labels.ts') },
    'label-add': { description: 'Adds a label', load: () => import('./commands/label-add.ts') },
  },
})
