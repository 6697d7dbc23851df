import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { s } from 'surety'

import type { JsonFile } from '../../store/json-file.ts'
import { openSubjects, type Book } from './subjects.ts'

/** Options that every command takes. */
export const globals = {
  projectRoot: s.string().path().default('.').describe('Folder that holds .animus'),
  flat: s.boolean().default(false).describe('Prints the result alone, without the wrapper'),
}

/** What `.animus/config.json` may say. */
export interface ProjectConfig {
  readonly default_subject_kind?: string
  /** Kinds that are known and have no backend. */
  readonly kinds_without_backend?: readonly string[]
}

/** A project: its configuration and its subjects. */
export interface Project {
  readonly root: string
  readonly config: ProjectConfig
  readonly subjects: JsonFile<Book>
}

/** Opens the project in a folder; nothing is created before something is stored. */
export async function openProject(root: string): Promise<Project> {
  const folder = join(resolve(root), '.animus')
  const text = await readFile(join(folder, 'config.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return {
    root: resolve(root),
    config: JSON.parse(text) as ProjectConfig,
    subjects: openSubjects(join(folder, 'subjects.json')),
  }
}
