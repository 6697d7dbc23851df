import type { Infer } from 'surety'

import type { shapes } from './shapes.ts'

type TaskView = Infer<typeof shapes.task>
type ProjectView = Infer<typeof shapes.project_created>
type LabelView = Infer<typeof shapes.label_created>

/** Shows tasks as rows, without empty columns. */
export function taskRows(tasks: readonly TaskView[]): unknown {
  if (tasks.length === 0) return 'No tasks.'
  const hasProjects = tasks.some((task) => task.project_name)
  const hasLabels = tasks.some((task) => task.labels.length > 0)
  return tasks.map((task, index) => ({
    '#': index + 1,
    priority: priorityWord(task),
    content: task.content,
    ...(hasProjects && { project: task.project_name ?? '' }),
    date: task.due?.date ?? '',
    ...(hasLabels && { labels: task.labels.join(', ') }),
  }))
}

/** Shows one task, without empty members. */
export function taskCard(task: TaskView): unknown {
  return {
    id: task.id,
    content: task.content,
    priority: priorityWord(task),
    ...(task.project_name && { project: task.project_name }),
    ...(task.due && { date: task.due.date }),
    ...(task.labels.length > 0 && { labels: task.labels.join(', ') }),
    ...(task.description && { description: task.description }),
  }
}

/** Shows projects as rows; a star marks favourites. */
export function projectRows(projects: readonly Omit<ProjectView, 'created'>[]): unknown {
  if (projects.length === 0) return 'No projects.'
  return projects.map(({ id, name, is_favorite }) => ({
    name,
    favorite: is_favorite ? '*' : '',
    id,
  }))
}

/** Shows labels as rows. */
export function labelRows(labels: readonly Omit<LabelView, 'created'>[]): unknown {
  if (labels.length === 0) return 'No labels.'
  return labels.map(({ id, name }) => ({ name, id }))
}

/** The store counts 4 as urgent, people count 1. */
function priorityWord({ priority }: TaskView): string {
  return `p${5 - priority}`
}
