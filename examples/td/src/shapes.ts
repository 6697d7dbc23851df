import { s } from 'surety'

const task = {
  id: s.string(),
  content: s.string(),
  description: s.string(),
  priority: s.integer().min(1).max(4).describe('4 urgent to 1 low'),
  labels: s.array(s.string()),
  project_id: s.string(),
  due: s.object({ string: s.string(), date: s.string() }).nullable(),
  project_name: s.string().nullable(),
}

const project = {
  id: s.string(),
  name: s.string(),
  is_favorite: s.boolean(),
  is_inbox_project: s.boolean(),
}

const label = { id: s.string(), name: s.string() }

const created = { created: s.boolean().describe('False where an equal one was there') }

/** The data of every type that td prints. */
export const shapes = {
  task: s.object(task),
  task_list: s.array(s.object(task)),
  task_ids: s.array(s.string()),
  task_created: s.object({ ...task, ...created }),
  task_touched: s.object({ task_id: s.string(), content: s.string() }),
  task_moved: s.object({
    task_id: s.string(),
    content: s.string(),
    project_id: s.string(),
    project_name: s.string(),
  }),
  nothing_to_do: s.object({}),
  project: s.object(project),
  project_list: s.array(s.object(project)),
  project_created: s.object({ ...project, ...created }),
  label_list: s.array(s.object(label)),
  label_created: s.object({ ...label, ...created }),
}
