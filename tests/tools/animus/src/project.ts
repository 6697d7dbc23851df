import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { s } from 'surety'

import { DamagedFile, JsonFile } from '../../../../examples/store/json-file.ts'
import { openSubjects, type Book } from './subjects.ts'
import { AnimusError, toAnimusError } from './animus-error.ts'

/** Options that every command takes. */
export const globals = {
  projectRoot: s.string().path().default('.').describe('Folder that holds .animus'),
  taskShape: s.boolean().default(false).describe('Prints tasks as they were before subjects'),
  wrapped: s.boolean().default(false).describe('Wraps the result in kind, verb and method'),
}

/** The contents of `.animus/config.json`. */
export interface ProjectConfig {
  readonly default_subject_kind?: string
  /** Known kinds without a backend. */
  readonly kinds_without_backend?: readonly string[]
}

/** A project: its configuration and its subjects. */
export interface Project {
  readonly root: string
  readonly config: ProjectConfig
  readonly subjects: JsonFile<Book>
}

/** Opens the project in a folder; files are created on the first write. */
export async function openProject(root: string): Promise<Project> {
  const folder = join(resolve(root), '.animus')
  await checkRoot(resolve(root))
  return {
    root: resolve(root),
    config: await new ConfigFile(join(folder, 'config.json'), () => ({})).read(),
    subjects: openSubjects(join(folder, 'subjects.json')),
  }
}

/** Marks a kind as served, so that its subjects can be used; returns whether it was not before. */
export async function serveKind({ root }: Project, kind: string): Promise<boolean> {
  const file = new ConfigFile(join(root, '.animus', 'config.json'), () => ({}))
  return file.update((config) => {
    const { kinds_without_backend: waiting = [], ...rest } = config
    const left = waiting.filter((each) => each !== kind)
    const document = { ...rest, ...(left.length > 0 && { kinds_without_backend: left }) }
    return { document, result: left.length < waiting.length }
  })
}

/** Fails at once if the folder cannot be used, instead of at the first file in it. */
async function checkRoot(root: string): Promise<void> {
  try {
    await readdir(root)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const next_step = 'pass the folder of the project as --project-root'
    const details = { remediation: { kind: 'project_root', next_step } }
    if (code === 'ENOENT') throw new AnimusError('not_found', `there is no folder ${root}`, details)
    const reason = code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})`
    throw new AnimusError('invalid_input', `${root} ${reason}`, details)
  }
}

/** The configuration of a project; a damaged file is reported and never overwritten. */
class ConfigFile extends JsonFile<ProjectConfig> {
  override async read(): Promise<ProjectConfig> {
    const config: unknown = await super.read().catch((error: unknown) => {
      throw error instanceof DamagedFile ? this.#damaged() : toAnimusError(error)
    })
    if (!isConfig(config)) throw this.#damaged()
    return config
  }

  #damaged(): AnimusError {
    const next_step = `correct ${this.path}`
    return new AnimusError('invalid_input', `${this.path} does not hold a configuration`, {
      remediation: { kind: 'damaged_config', next_step },
    })
  }
}

function isConfig(value: unknown): value is ProjectConfig {
  if (typeof value !== 'object' || value === null) return false
  const { default_subject_kind: kind, kinds_without_backend: kinds } = value as ProjectConfig
  const isKnown = kind === undefined || typeof kind === 'string'
  return isKnown && (kinds === undefined || (Array.isArray(kinds) && kinds.every(isText)))
}

const isText = (value: unknown): boolean => typeof value === 'string'
