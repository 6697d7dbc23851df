import { defineCli, defineCommand, type Cli } from 'surety'

import { command as today } from './commands/today.ts'
import { errors, exitCodes } from './task-command.ts'

const commands = {
  add: { description: 'Adds a task', load: () => import('./commands/add.ts') },
  ls: { description: 'Lists open tasks', load: () => import('./commands/ls.ts') },
  today,
  next: { description: 'Shows the task to do next', load: () => import('./commands/next.ts') },
  show: { description: 'Shows one task', load: () => import('./commands/show.ts') },
  done: { description: 'Completes a task', load: () => import('./commands/done.ts') },
  undo: { description: 'Reopens a completed task', load: () => import('./commands/undo.ts') },
  edit: { description: 'Changes a task', load: () => import('./commands/edit.ts') },
  move: {
    description: 'Moves a task to another project',
    load: () => import('./commands/move.ts'),
  },
  delete: { description: 'Deletes a task', load: () => import('./commands/delete.ts') },
  log: { description: 'Lists completed tasks', load: () => import('./commands/log.ts') },
  search: { description: 'Finds open tasks by text', load: () => import('./commands/search.ts') },
  watch: {
    description: 'Lists open tasks as they change',
    load: () => import('./commands/watch.ts'),
  },
  project: { description: 'Shows one project', load: () => import('./commands/project.ts') },
  projects: { description: 'Lists projects', load: () => import('./commands/projects.ts') },
  'project-add': { description: 'Adds a project', load: () => import('./commands/project-add.ts') },
  labels: { description: 'Lists labels', load: () => import('./commands/labels.ts') },
  'label-add': { description: 'Adds a label', load: () => import('./commands/label-add.ts') },
}

/**
 * Declares the tool: tasks in a local file, with the envelope of its decision record. An environment
 * variable may name the default command.
 */
export function createTd(env: Readonly<Record<string, string | undefined>>): Cli {
  const wanted = env['TD_DEFAULT_CMD'] || 'today'
  const isKnown = Object.hasOwn(commands, wanted)
  return defineCli({
    name: 'td',
    version: '0.9.0',
    description: 'Keeps a list of tasks',
    dialect: 'td',
    output: {
      switches: { plain: 'plain' },
      env: 'TD_FORMAT',
      values: { rich: 'human' },
      noColor: 'plain',
      plainFailure: ({ message, suggestion }) =>
        [`Error: ${message}`, ...(suggestion ? [`Suggestion: ${suggestion}`] : [])].join('\n'),
    },
    default: isKnown ? wanted : 'unknown-default',
    commands: isKnown ? commands : { ...commands, 'unknown-default': unknownDefault(wanted) },
  })
}

/** Fails a call without a command if TD_DEFAULT_CMD names an unknown one. */
function unknownDefault(wanted: string) {
  return defineCommand({
    description: 'Says that TD_DEFAULT_CMD is wrong',
    danger: 'safe',
    hidden: true,
    exitCodes,
    errors,
    run: ({ fail }) =>
      fail('validation_error', `TD_DEFAULT_CMD is '${wanted}', which is no command.`, {
        suggestion: `Use one of ${Object.keys(commands).join(', ')}.`,
        details: { default_command: wanted },
        phase: 'validation',
      }),
  })
}
