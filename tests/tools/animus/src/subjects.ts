import { DamagedFile, JsonFile } from '../../../../examples/store/json-file.ts'
import { AnimusError, toAnimusError } from './animus-error.ts'

/** The states of a subject. */
export const STATUSES = ['ready', 'in-progress', 'blocked', 'done', 'cancelled'] as const
/** One of the states. */
export type Status = (typeof STATUSES)[number]

/** A unit of work. Members without a value are left out. */
export interface Subject {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly description?: string
  readonly status: Status
  readonly priority?: number
  readonly labels?: readonly string[]
  readonly created_at: string
  readonly updated_at: string
}

/** The members of a subject that can be set. */
export interface SubjectFields {
  readonly title?: string | undefined
  readonly status?: Status | undefined
  readonly priority?: number | undefined
  readonly labels?: readonly string[] | undefined
  readonly body?: string | undefined
}

/** The contents of the store of a project. */
export interface Book {
  readonly counters: Readonly<Record<string, number>>
  readonly subjects: readonly Subject[]
}

/** The store of a project; a damaged file is reported and never overwritten. */
class SubjectsFile extends JsonFile<Book> {
  override async read(): Promise<Book> {
    const book: unknown = await super.read().catch((error: unknown) => {
      throw error instanceof DamagedFile ? this.damaged() : toAnimusError(error)
    })
    if (!isBook(book)) throw this.damaged()
    return book
  }

  override async update<R>(change: (book: Book) => { document: Book; result: R }): Promise<R> {
    try {
      return await super.update(change)
    } catch (error) {
      throw toAnimusError(error)
    }
  }

  private damaged(): AnimusError {
    const next_step = `correct ${this.path}, or move it away`
    return new AnimusError('internal', `${this.path} does not hold subjects`, {
      remediation: { kind: 'damaged_store', next_step },
    })
  }
}

function isBook(value: unknown): value is Book {
  if (typeof value !== 'object' || value === null) return false
  const { counters, subjects } = value as Partial<Book>
  return (
    typeof counters === 'object' &&
    counters !== null &&
    Array.isArray(subjects) &&
    (subjects as unknown[]).every(
      (one) =>
        typeof one === 'object' &&
        one !== null &&
        ['id', 'kind', 'title', 'status'].every(
          (key) => typeof (one as Record<string, unknown>)[key] === 'string',
        ),
    )
  )
}

/** Opens the subjects of a project. */
export function openSubjects(path: string): JsonFile<Book> {
  return new SubjectsFile(path, () => ({ counters: {}, subjects: [] }))
}

/** A reason why the store rejects a change. */
export type Refusal =
  | { readonly kind: 'not_found'; readonly id: string }
  | { readonly kind: 'duplicate'; readonly id: string; readonly title: string }
  | { readonly kind: 'transition'; readonly id: string; readonly from: Status; readonly to: Status }

/** Carries a rejection from the store to the command. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(describe(refusal))
    this.refusal = refusal
  }
}

/** Puts the kind before a bare id. */
export function qualify(kind: string, id: string): string {
  return id.includes(':') ? id : `${kind}:${id}`
}

/** Adds a subject; two open ones of a kind cannot have the same title. */
export function createSubject(
  book: Book,
  kind: string,
  fields: SubjectFields & { readonly title: string },
  now: string,
): { document: Book; result: Subject } {
  const same = book.subjects.find(
    (subject) =>
      subject.kind === kind &&
      subject.title.toLowerCase() === fields.title.toLowerCase() &&
      !isClosed(subject.status),
  )
  if (same) throw new Refused({ kind: 'duplicate', id: same.id, title: fields.title })
  const count = (Object.hasOwn(book.counters, kind) ? (book.counters[kind] ?? 0) : 0) + 1
  const number = String(count).padStart(3, '0')
  const subject = withFields(
    {
      id: `${kind}:${kind.toUpperCase()}-${number}`,
      kind,
      title: fields.title,
      status: fields.status ?? 'ready',
      created_at: now,
      updated_at: now,
    },
    fields,
    now,
  )
  return {
    document: {
      counters: { ...book.counters, [kind]: count },
      subjects: [...book.subjects, subject],
    },
    result: subject,
  }
}

/** Changes a subject; a closed one has to become ready before it is in progress again. */
export function updateSubject(
  book: Book,
  id: string,
  fields: SubjectFields,
  now: string,
): { document: Book; result: Subject } {
  const subject = getSubject(book, id)
  if (fields.status === 'in-progress' && isClosed(subject.status)) {
    throw new Refused({ kind: 'transition', id, from: subject.status, to: fields.status })
  }
  const changed = withFields(subject, fields, now)
  return {
    document: {
      ...book,
      subjects: book.subjects.map((other) => (other.id === id ? changed : other)),
    },
    result: changed,
  }
}

/** Removes a subject. */
export function deleteSubject(book: Book, id: string): { document: Book; result: Subject } {
  const subject = getSubject(book, id)
  return {
    document: { ...book, subjects: book.subjects.filter((other) => other !== subject) },
    result: subject,
  }
}

/** Finds a subject by its whole id. */
export function getSubject(book: Book, id: string): Subject {
  const subject = book.subjects.find((candidate) => candidate.id === id)
  if (!subject) throw new Refused({ kind: 'not_found', id })
  return subject
}

/** Chooses the ready subject to take next: the highest priority, then the oldest. */
export function nextSubject(book: Book, kind: string): Subject | null {
  const ready = book.subjects.filter(
    (subject) => subject.kind === kind && subject.status === 'ready',
  )
  return (
    ready.toSorted(
      (a, b) =>
        (b.priority ?? 0) - (a.priority ?? 0) ||
        Number(a.created_at > b.created_at) - Number(a.created_at < b.created_at),
    )[0] ?? null
  )
}

/** One page of subjects. */
export interface Page {
  readonly subjects: readonly Subject[]
  readonly next_cursor: string | null
  readonly total: number
}

/** Lists subjects; a query searches all of them and has a single page. */
export function listSubjects(
  book: Book,
  kind: string,
  options: {
    readonly status?: Status | undefined
    readonly limit: number
    readonly cursor?: string | undefined
    readonly query?: string | undefined
  },
): Page | { readonly badCursor: string } {
  const all = book.subjects.filter(
    (subject) =>
      subject.kind === kind && (options.status === undefined || subject.status === options.status),
  )
  const cap = options.limit === 0 ? Number.POSITIVE_INFINITY : options.limit
  if (options.query !== undefined) {
    const wanted = options.query.toLowerCase()
    const found = all.filter((subject) => subject.title.toLowerCase().includes(wanted))
    return { subjects: found.slice(0, cap), next_cursor: null, total: found.length }
  }
  const start = options.cursor === undefined ? 0 : positionAfter(all, options.cursor)
  if (start === undefined) return { badCursor: options.cursor ?? '' }
  const page = all.slice(start, start + cap)
  const last = page.at(-1)
  const more = start + page.length < all.length
  return { subjects: page, next_cursor: more && last ? toCursor(last.id) : null, total: all.length }
}

function positionAfter(subjects: readonly Subject[], cursor: string): number | undefined {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  const index = subjects.findIndex((subject) => subject.id === id)
  return index < 0 ? undefined : index + 1
}

const toCursor = (id: string): string => Buffer.from(id, 'utf8').toString('base64url')
const isClosed = (status: Status): boolean => status === 'done' || status === 'cancelled'

function withFields(subject: Subject, fields: SubjectFields, now: string): Subject {
  const { labels: oldLabels, ...rest } = subject
  const labels = fields.labels ?? oldLabels ?? []
  return {
    ...rest,
    ...(fields.title !== undefined && { title: fields.title }),
    ...(fields.body !== undefined && { description: fields.body }),
    ...(fields.status !== undefined && { status: fields.status }),
    ...(fields.priority !== undefined && { priority: fields.priority }),
    ...(labels.length > 0 && { labels }),
    updated_at: now,
  }
}

function describe(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'not_found':
      return `subject ${refusal.id} not found`
    case 'duplicate':
      return `'${refusal.title}' already exists as ${refusal.id}`
    case 'transition':
      return `${refusal.id} is ${refusal.from}; it has to be ready before it can be ${refusal.to}`
  }
}
