import { defineCommand, s } from 'surety'

import { parseDue } from '../due.ts'
import { errors, exitCodes, openStoreFor, presentTask, projectOrFail } from '../task-command.ts'
import { addTask } from '../tasks.ts'
import { shapes } from '../shapes.ts'

export const command = defineCommand({
  description: 'Adds a task',
  danger: 'mutating',
  exitCodes,
  errors,
  type: 'task_created',
  stdin: true,
  args: {
    content: s.array(s.string()).default([]).describe('What is to be done; else from stdin'),
  },
  options: {
    project: s.string().optional().short('p').describe('Project, by name or id'),
    priority: s.integer().min(1).max(4).default(4).describe('1 urgent to 4 low'),
    due: s
      .string()
      .optional()
      .short('d')
      .describe('today, tomorrow, monday, in 3 days, 2026-12-24'),
    label: s.array(s.string()).default([]).short('l').describe('Label; may be repeated'),
    desc: s.string().default('').describe('Description'),
    idempotent: s
      .boolean()
      .default(false)
      .describe('Gives back an equal open task instead of a second'),
  },
  examples: [
    { description: 'An urgent task', command: "td add 'Pay the rent' --priority 1 --due tomorrow" },
    { description: 'Safe to repeat', command: "td add 'Water the plants' --idempotent" },
  ],
  output: shapes.task_created,
  text: ({ content, created }) => `${created ? 'Added' : 'Already there'}: ${content}`,
  run: async (ctx) => {
    const { args, options } = ctx
    const content = (args.content.length > 0 ? args.content.join(' ') : ctx.stdin()).trim()
    if (content === '') {
      return ctx.fail('validation_error', 'The task has no text.', {
        suggestion: "Give it: td add 'text'",
        phase: 'validation',
      })
    }
    const due = options.due === undefined ? null : parseDue(options.due, ctx.now())
    if (due === undefined) {
      return ctx.fail('validation_error', `'${options.due}' is not a date that td knows.`, {
        suggestion: 'Use today, tomorrow, a weekday, in 3 days, or 2026-12-24.',
        phase: 'validation',
      })
    }
    const store = openStoreFor(ctx)
    const { task, created, book } = await store.book.update((before) => {
      const project = projectOrFail(ctx, before, options.project ?? 'Inbox')
      const { document, result } = addTask(
        before,
        {
          content,
          description: options.desc,
          priority: 5 - options.priority,
          labels: options.label,
          projectId: project.id,
          due,
        },
        {
          idempotent: options.idempotent,
          anywhere: options.project === undefined,
          now: ctx.now().toISOString(),
        },
      )
      return { document, result: { ...result, book: document } }
    })
    ctx.effect(created ? 'created' : 'noop')
    return { ...presentTask(task, book), created }
  },
})
