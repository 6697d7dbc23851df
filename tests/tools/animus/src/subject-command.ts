import { s } from 'surety'

import { AnimusError, type LowCode } from './animus-error.ts'
import { openProject, type Project } from './project.ts'
import { missingBackend, simulateFailure } from './simulate.ts'
import type { SubjectContext } from './subject-context.ts'
import { Refused, STATUSES } from './subjects.ts'
import { toTaskShape } from './task-shape.ts'

/** The exits of a command that reads or changes subjects. */
export const exitCodes = {
  SUCCESS: 'The subject is as the answer shows',
  NOT_FOUND: 'There is no such subject',
  CONFLICT: 'The subject is in a state that rules this out',
  UNAVAILABLE: 'The kind has no backend that can be reached',
}

const KIND = /^[^/:\s\p{Cc}]+$/u

/** The kind of subject, on every subject command. */
export const kindOption = {
  kind: s.string().optional().describe('Kind of subject; the project names the default'),
}

/** The id of a subject. */
export const idOption = {
  id: s
    .string()
    .min(1)
    .pattern(/\S|^$/, 'text that is not blank')
    .describe('Id, with or without its kind'),
}

/** What a subject can be changed to. */
export const fieldOptions = {
  status: s.enum(STATUSES).optional().describe('Where the work stands'),
  priority: s.integer().min(0).max(4).optional().describe('0 none to 4 critical'),
  labels: s.string().optional().describe('Labels, comma-separated'),
  body: s.string().optional().describe('Description'),
}

/** A project and the kind of subject that a command is about. */
export interface Scope {
  readonly project: Project
  readonly kind: string
}

/** The part of a handler's context that opening a project needs. */
interface ProjectContext {
  readonly globals: { readonly projectRoot: string }
  readonly fail: (
    code: LowCode,
    message: string,
    facts: { readonly details?: object; readonly phase: 'validation' },
  ) => never
}

/** Opens the project of a call; whatever is wrong with it is found before any change. */
export async function openProjectFor(ctx: ProjectContext): Promise<Project> {
  try {
    return await openProject(ctx.globals.projectRoot)
  } catch (error) {
    if (!(error instanceof AnimusError)) throw error
    const { code, message, details } = error
    return ctx.fail(code, message, { phase: 'validation', ...(details && { details }) })
  }
}

/** Finds the project and the kind; fails if the kind has no backend. */
export async function openScope(ctx: SubjectContext, kind: string | undefined): Promise<Scope> {
  const project = await openProjectFor(ctx)
  const chosen = kind ?? project.config.default_subject_kind ?? 'task'
  if (!KIND.test(chosen)) {
    ctx.fail(
      'invalid_input',
      `'${chosen}' cannot be a kind: it needs a name without spaces, '/' and ':'`,
      { phase: 'validation' },
    )
  }
  simulateFailure(ctx, chosen)
  if (project.config.kinds_without_backend?.includes(chosen)) missingBackend(ctx, chosen)
  return { project, kind: chosen }
}

/** Presents the result of a subject command in the shape that the caller asked for. */
export function present(ctx: SubjectContext, kind: string, verb: string, result: unknown): unknown {
  const { taskShape, wrapped } = ctx.globals
  const shown = taskShape ? toTaskShape(verb, result) : result
  return wrapped ? { kind, verb, method: `${kind}/${verb}`, plugin_count: 1, result: shown } : shown
}

/** Changes the store; maps an error of the store to a code. */
export async function orFail<T>(ctx: SubjectContext, change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return ctx.fail(error.refusal.kind === 'not_found' ? 'not_found' : 'conflict', error.message)
  }
}

/** Splits a comma-separated list of labels. */
export function parseLabels(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((label) => label.trim())
    .filter(Boolean)
}
