/** When a task is due. */
export interface Due {
  readonly string: string
  readonly date: string
}

/** A task as it is stored. */
export interface Task {
  readonly id: string
  readonly content: string
  readonly description: string
  /** 4 is urgent, 1 is low; the command line counts the other way round. */
  readonly priority: number
  readonly labels: readonly string[]
  readonly project_id: string
  readonly due: Due | null
  readonly created_at: string
  readonly completed_at: string | null
}

/** A project. */
export interface Project {
  readonly id: string
  readonly name: string
  readonly is_favorite: boolean
  readonly is_inbox_project: boolean
}

/** A label. */
export interface Label {
  readonly id: string
  readonly name: string
}

/** All data of td. */
export interface Book {
  readonly next: number
  readonly tasks: readonly Task[]
  readonly projects: readonly Project[]
  readonly labels: readonly Label[]
}

/** What a new task is made of. */
export interface NewTask {
  readonly content: string
  readonly description: string
  readonly priority: number
  readonly labels: readonly string[]
  readonly projectId: string
  readonly due: Due | null
}

/** The book before the first task. */
export function emptyBook(): Book {
  const inbox = { id: 'p1', name: 'Inbox', is_favorite: false, is_inbox_project: true }
  return { next: 1, tasks: [], projects: [inbox], labels: [] }
}

/** Adds a task. With `idempotent`, an equal open task is returned instead. */
export function addTask(
  book: Book,
  task: NewTask,
  options: { readonly idempotent: boolean; readonly anywhere: boolean; readonly now: string },
): { document: Book; result: { task: Task; created: boolean } } {
  if (options.idempotent) {
    const wanted = task.content.trim().toLowerCase()
    const same = openTasks(book).find(
      (other) =>
        other.content.trim().toLowerCase() === wanted &&
        (options.anywhere || other.project_id === task.projectId),
    )
    if (same) return { document: book, result: { task: same, created: false } }
  }
  const added: Task = {
    id: `t${book.next}`,
    content: task.content,
    description: task.description,
    priority: task.priority,
    labels: task.labels,
    project_id: task.projectId,
    due: task.due,
    created_at: options.now,
    completed_at: null,
  }
  const missing = task.labels.filter(
    (name) => !book.labels.some((label) => sameName(label.name, name)),
  )
  const labels = missing.map((name, index) => ({ id: `l${book.next + 1 + index}`, name }))
  return {
    document: {
      ...book,
      next: book.next + 1 + labels.length,
      tasks: [...book.tasks, added],
      labels: [...book.labels, ...labels],
    },
    result: { task: added, created: true },
  }
}

/** Replaces one task. */
export function changeTask(book: Book, id: string, change: (task: Task) => Task): Book {
  return { ...book, tasks: book.tasks.map((task) => (task.id === id ? change(task) : task)) }
}

/** Removes one task. */
export function removeTask(book: Book, id: string): Book {
  return { ...book, tasks: book.tasks.filter((task) => task.id !== id) }
}

/** Lists the open tasks. */
export function openTasks(book: Book): Task[] {
  return book.tasks.filter((task) => task.completed_at === null)
}

/** Finds a project by id, then by name. */
export function findProject(book: Book, query: string): Project | undefined {
  return (
    book.projects.find((project) => project.id === query) ??
    book.projects.find((project) => sameName(project.name, query))
  )
}

/** Names up to three projects that resemble a query. */
export function projectsLike(book: Book, query: string): string[] {
  const wanted = query.toLowerCase()
  return book.projects
    .map((project) => project.name)
    .filter((name) => name.toLowerCase().includes(wanted) || wanted.includes(name.toLowerCase()))
    .slice(0, 3)
}

/** Orders by which a listing can be sorted. */
export const SORTS = ['priority', 'due', 'project', 'created'] as const
/** One of the orders. */
export type Sort = (typeof SORTS)[number]

/** Sorts tasks; those without a date come last. */
export function sortTasks(tasks: readonly Task[], sort: Sort, book: Book): Task[] {
  const due = (task: Task) => task.due?.date ?? '9999-99-99'
  const project = (task: Task) =>
    book.projects.find(({ id }) => id === task.project_id)?.name.toLowerCase() ?? ''
  const by: Record<Sort, (a: Task, b: Task) => number> = {
    priority: (a, b) => b.priority - a.priority || compare(due(a), due(b)),
    due: (a, b) => compare(due(a), due(b)) || b.priority - a.priority,
    project: (a, b) => compare(project(a), project(b)) || b.priority - a.priority,
    created: (a, b) => compare(a.created_at, b.created_at),
  }
  return tasks.toSorted((a, b) => by[sort](a, b) || compare(a.created_at, b.created_at))
}

/** Tests whether two names are the same, case ignored. */
export function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
