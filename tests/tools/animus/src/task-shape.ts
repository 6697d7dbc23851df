import type { Page, Subject } from './subjects.ts'

const PRIORITIES = ['none', 'low', 'medium', 'high', 'critical'] as const

/** A unit of work in the shape of the older task commands: a bare id, priority in words. */
export interface Task {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly status: string
  readonly priority?: string
}

/** Converts the result of a subject command to the shape of the older task commands. */
export function toTaskShape(verb: string, result: unknown): unknown {
  if (isSubject(result)) {
    const task = toTask(result)
    return verb === 'status'
      ? { message: `${result.kind} ${task.id} status updated to ${task.status}` }
      : task
  }
  return isPage(result) ? result.subjects.map(toTask) : result
}

function toTask({ id, title, description, status, priority }: Subject): Task {
  const word = priority === undefined ? undefined : PRIORITIES[priority]
  return {
    id: id.slice(id.indexOf(':') + 1),
    title,
    ...(description !== undefined && { description }),
    status,
    ...(word !== undefined && { priority: word }),
  }
}

function isSubject(value: unknown): value is Subject {
  return typeof value === 'object' && value !== null && 'id' in value && 'kind' in value
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'subjects' in value
}
