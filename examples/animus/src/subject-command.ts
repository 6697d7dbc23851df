import { defineErrors, s } from 'surety'

import { openProject, type Project } from './project.ts'
import { Refused, STATUSES } from './subjects.ts'

/** The five codes that the contract knows, by what they stand for. */
export const errors = defineErrors({
  internal: 'GENERAL_ERROR',
  invalid_input: 'ARG_ERROR',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  unavailable: 'UNAVAILABLE',
})

/** The exits of a command that reads or changes subjects. */
export const exitCodes = {
  SUCCESS: 'The subject is as the answer shows',
  NOT_FOUND: 'There is no such subject',
  CONFLICT: 'The subject is in a state that rules this out',
  UNAVAILABLE: 'The kind has no backend that can be reached',
}

/** The kind of subject, on every subject command. */
export const kindOption = {
  kind: s
    .string()
    .min(1)
    .pattern(/^[^/:]+$/)
    .optional()
    .describe('Kind of subject; the project names the default'),
}

/** The id of a subject. */
export const idOption = { id: s.string().min(1).describe('Id, with or without its kind') }

/** What a subject can be changed to. */
export const fieldOptions = {
  status: s.enum(STATUSES).optional().describe('Where the work stands'),
  priority: s.integer().min(0).max(4).optional().describe('0 none to 4 critical'),
  labels: s.string().optional().describe('Labels, comma-separated'),
  body: s.string().optional().describe('Description'),
}

/** The part of a handler's context that subject commands share. */
export interface SubjectContext {
  readonly globals: { readonly projectRoot: string; readonly flat: boolean }
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly fail: (
    code: keyof typeof errors,
    message: string,
    facts?: { readonly details?: object },
  ) => never
}

/** A project and the kind of subject that a command is about. */
export interface Scope {
  readonly project: Project
  readonly kind: string
}

/** Finds the project and the kind, and makes sure that the kind can be reached. */
export async function openScope(ctx: SubjectContext, kind: string | undefined): Promise<Scope> {
  const project = await openProject(ctx.globals.projectRoot)
  const chosen = kind ?? project.config.default_subject_kind ?? 'task'
  const isDown = ctx.variables['ANIMUS_SIMULATE'] === 'unavailable'
  if (isDown || project.config.kinds_without_backend?.includes(chosen)) {
    ctx.fail('unavailable', `no backend for kind '${chosen}' can be reached`, {
      details: {
        remediation: {
          kind: 'missing_plugin',
          install_command: `animus plugin install ${chosen}`,
          next_step: 'install a backend for this kind, then call again',
        },
      },
    })
  }
  return { project, kind: chosen }
}

/** Gives the result of a subject command in its wrapper, or alone with `--flat`. */
export function present(ctx: SubjectContext, kind: string, verb: string, result: unknown): unknown {
  if (ctx.globals.flat) return result
  return { kind, verb, method: `${kind}/${verb}`, plugin_count: 1, result }
}

/** Runs a change of the store and fails with the right code where the store refuses. */
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
  return text?.split(',').map((label) => label.trim()).filter(Boolean)
}
