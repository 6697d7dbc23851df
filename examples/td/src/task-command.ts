import { defineErrors, s } from 'surety'

import { lastListing, openStore, rememberListing, type Store } from './store.ts'
import { resolveReference } from './references.ts'
import {
  changeTask,
  findProject,
  projectsLike,
  SORTS,
  sortTasks,
  type Book,
  type Project,
  type Sort,
  type Task,
} from './tasks.ts'

/** Every error code of td. */
export const errors = defineErrors({
  AUTH_MISSING: { exit: 'AUTH_REQUIRED', description: 'No token is set' },
  AUTH_INVALID: { exit: 'AUTH_REQUIRED', description: 'The service does not accept the token' },
  TASK_NOT_FOUND: { exit: 'NOT_FOUND', description: 'There is no such task' },
  PROJECT_NOT_FOUND: { exit: 'NOT_FOUND', description: 'There is no such project' },
  VALIDATION_ERROR: {
    exit: 'ARG_ERROR',
    description: 'The input is missing, malformed or ambiguous',
  },
  API_ERROR: { exit: 'GENERAL_ERROR', description: 'The store or the service failed' },
  API_RATE_LIMIT: { exit: 'RATE_LIMITED', description: 'Too many calls in too short a time' },
})

/** The exits of every td command. */
export const exitCodes = {
  SUCCESS: 'The tasks are as the answer shows',
  NOT_FOUND: 'There is no such task or project',
  AUTH_REQUIRED: 'The service wants another token',
  RATE_LIMITED: 'The service wants a pause',
}

/** Options of the listing commands. */
export const sortOptions = {
  sort: s.enum(SORTS).optional().short('s').describe('Order of the rows'),
  reverse: s.boolean().default(false).describe('Turns the order round'),
}

/** A reference to a task: a row of the last listing, some of its text, or its id. */
export const reference = {
  ref: s.array(s.string()).min(1).describe('Row of the last listing, text, or id'),
}

/** The switch that treats a reference as an id only. */
export const idOption = {
  id: s.boolean().default(false).describe('Takes the reference as an id only'),
}

/** The part of a handler's context that td's commands share. */
export interface TaskContext {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly fail: (
    code: keyof typeof errors,
    message: string,
    facts?: { readonly details?: object; readonly suggestion?: string },
  ) => never
}

/** Opens the store, or fails with the service error that TD_SIMULATE names. */
export function openStoreFor(ctx: TaskContext): Store {
  switch (ctx.variables['TD_SIMULATE']) {
    case 'rate_limit':
      return ctx.fail('API_RATE_LIMIT', 'The service allows no more calls for now.', {
        suggestion: 'Wait a minute, then call again.',
      })
    case 'no_token':
      return ctx.fail('AUTH_MISSING', 'No token is set.', {
        suggestion: 'Set TD_API_TOKEN to your token.',
      })
    case 'unauthorized':
      return ctx.fail('AUTH_INVALID', 'The service does not accept the token.', {
        suggestion: 'Set TD_API_TOKEN to a valid token.',
      })
    case 'server_error':
      return ctx.fail('API_ERROR', 'The service answered with an error.', {
        details: { status_code: 500 },
        suggestion: 'Try again later.',
      })
    default:
      return openStore(ctx.variables)
  }
}

/** Finds the task of a reference, or fails with a suggestion. */
export async function findTask(
  ctx: TaskContext,
  store: Store,
  words: readonly string[],
  idOnly: boolean,
): Promise<Task> {
  const text = words.join(' ')
  const book = await store.book.read()
  const found = resolveReference(text, book, {
    listing: await lastListing(store),
    now: ctx.now().getTime(),
    idOnly,
  })
  switch (found.kind) {
    case 'task':
      return found.task
    case 'ambiguous':
      return ctx.fail('VALIDATION_ERROR', `'${text}' fits ${found.candidates.length} tasks.`, {
        suggestion: 'Use the row number or the id.',
        details: {
          reason: 'ambiguous_match',
          candidates: found.candidates.slice(0, 5).map(({ id, content }) => ({ id, content })),
        },
      })
    case 'unknown':
      return ctx.fail('TASK_NOT_FOUND', `There is no task '${text}'.`, {
        suggestion: "Use 'td ls --all' to see the tasks.",
        details: { query: text },
      })
  }
}

/** Changes a task; fails if it was deleted in the meantime. */
export function changeOrFail(
  ctx: TaskContext,
  book: Book,
  id: string,
  change: (task: Task) => Task,
): { document: Book; result: { task: Task; book: Book } } {
  const before = book.tasks.find((task) => task.id === id)
  if (!before) {
    return ctx.fail('TASK_NOT_FOUND', `There is no task '${id}' any more.`, {
      suggestion: "Use 'td ls --all' to see the tasks.",
      details: { query: id },
    })
  }
  const task = change(before)
  const document = changeTask(book, id, () => task)
  return { document, result: { task, book: document } }
}

/** Finds a project by id or name, or fails with similar names. */
export function projectOrFail(ctx: TaskContext, book: Book, query: string): Project {
  const project = findProject(book, query)
  if (project) return project
  const near = projectsLike(book, query)
  return ctx.fail('PROJECT_NOT_FOUND', `There is no project '${query}'.`, {
    suggestion:
      near.length > 0
        ? `Did you mean ${near.join(', ')}?`
        : "Use 'td projects' to see the projects.",
    details: { query },
  })
}

/** A task as listings show it. */
export function presentTask(task: Task, book: Book) {
  const { created_at: _created, completed_at: _completed, ...shown } = task
  const project = book.projects.find(({ id }) => id === task.project_id)
  return { ...shown, labels: [...task.labels], project_name: project?.name ?? null }
}

/** Sorts, remembers and presents a listing. */
export async function presentListing(
  ctx: TaskContext,
  store: Store,
  tasks: readonly Task[],
  options: { readonly sort?: Sort | undefined; readonly reverse: boolean },
): Promise<ReturnType<typeof presentTask>[]> {
  const book = await store.book.read()
  const wanted = options.sort ?? sortOf(ctx.variables['TD_SORT'])
  const sorted = sortTasks(tasks, wanted, book)
  const rows = options.reverse ? sorted.toReversed() : sorted
  await rememberListing(store, rows, ctx.now())
  return rows.map((task) => presentTask(task, book))
}

function sortOf(word: string | undefined): Sort {
  return SORTS.find((sort) => sort === word) ?? 'priority'
}
