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

/** Every error code of td, in the words of its decision record where that has one. */
export const errors = defineErrors({
  not_found: {
    exit: 'NOT_FOUND',
    description: 'There is no such task or project; details.kind says which',
  },
  ambiguous_match: {
    exit: 'ARG_ERROR',
    description: 'The text fits several tasks; details.candidates lists them',
  },
  validation_error: { exit: 'ARG_ERROR', description: 'The input is missing or malformed' },
  api_error: { exit: 'GENERAL_ERROR', description: 'The store or the service failed' },
  api_rate_limit: { exit: 'RATE_LIMITED', description: 'Too many calls in too short a time' },
  auth_missing: { exit: 'AUTH_REQUIRED', description: 'No token is set' },
  auth_invalid: { exit: 'AUTH_REQUIRED', description: 'The service does not accept the token' },
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
  readonly processEnv: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly fail: (
    code: keyof typeof errors,
    message: string,
    facts: {
      readonly suggestion: string
      readonly details?: object
      readonly phase?: 'validation'
    },
  ) => never
}

/** Opens the store, or fails with the service error that TD_SIMULATE names. */
export function openStoreFor(ctx: TaskContext): Store {
  switch (ctx.processEnv['TD_SIMULATE']) {
    case 'rate_limit':
      return ctx.fail('api_rate_limit', 'The service allows no more calls for now.', {
        suggestion: 'Wait a minute, then call again.',
      })
    case 'no_token':
      return ctx.fail('auth_missing', 'No token is set.', {
        suggestion: 'Set TD_API_TOKEN to your token.',
      })
    case 'unauthorized':
      return ctx.fail('auth_invalid', 'The service does not accept the token.', {
        suggestion: 'Set TD_API_TOKEN to a valid token.',
      })
    case 'server_error':
      return ctx.fail('api_error', 'The service answered with an error.', {
        details: { status_code: 500 },
        suggestion: 'Try again later.',
      })
    default:
      return openStore(ctx.processEnv)
  }
}

/** Finds the task of a reference, or fails with the listing that would show it. */
export async function findTask(
  ctx: TaskContext,
  store: Store,
  words: readonly string[],
  idOnly: boolean,
  listing = 'td ls --all',
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
      return ctx.fail('ambiguous_match', `'${text}' fits ${found.candidates.length} tasks.`, {
        suggestion: `Use an id instead: ${eitherTask(found.candidates)}.`,
        details: { query: text, candidates: found.candidates.slice(0, MAX_NAMED).map(nameTask) },
        phase: 'validation',
      })
    case 'unknown':
      return noTask(ctx, text, listing)
  }
}

/** The most candidates that an error names. */
const MAX_NAMED = 5

function nameTask({ id, content }: Task): { id: string; content: string } {
  return { id, content }
}

/** Names tasks in a sentence: `t1 (Drink tea) or t2 (Buy tea)`. */
function eitherTask(tasks: readonly Task[]): string {
  const named = tasks.slice(0, MAX_NAMED).map(({ id, content }) => `${id} (${content})`)
  const left = tasks.length - named.length
  if (left > 0) return `${named.join(', ')} or one of ${left} more`
  return `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

function noTask(ctx: TaskContext, query: string, listing = 'td ls --all'): never {
  return ctx.fail('not_found', `There is no task '${query}'.`, {
    suggestion: `Use '${listing}' to see the tasks.`,
    details: { kind: 'task', query },
  })
}

/** Changes a task; fails if it was deleted in the meantime. */
export function changeOrFail(
  ctx: TaskContext,
  book: Book,
  id: string,
  change: (task: Task) => Task,
): { document: Book; result: { task: Task; book: Book } } {
  const before = book.tasks.find((task) => task.id === id)
  if (!before) return noTask(ctx, id)
  const task = change(before)
  const document = changeTask(book, id, () => task)
  return { document, result: { task, book: document } }
}

/** Finds a project by id or name, or fails with similar names. */
export function projectOrFail(ctx: TaskContext, book: Book, query: string): Project {
  const project = findProject(book, query)
  if (project) return project
  const near = projectsLike(book, query)
  return ctx.fail('not_found', `There is no project '${query}'.`, {
    suggestion:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : "Use 'td projects' to see the projects.",
    details: { kind: 'project', query },
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
  const wanted = options.sort ?? sortOf(ctx.processEnv['TD_SORT'])
  const sorted = sortTasks(tasks, wanted, book)
  const rows = options.reverse ? sorted.toReversed() : sorted
  await rememberListing(store, rows, ctx.now())
  return rows.map((task) => presentTask(task, book))
}

function sortOf(word: string | undefined): Sort {
  return SORTS.find((sort) => sort === word) ?? 'priority'
}
