import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { s } from 'surety'

import type { JsonFile } from '../../store/json-file.ts'
import { openSubjects, type Book } from './subjects.ts'
import { AnimusError } from './animus-error.ts'

/** Options that every command takes. */
export const globals = {
  projectRoot: s.string().path().default('.').describe('Folder that holds .animus'),
  taskShape: s.boolean().default(false).describe('Prints tasks as they were before subjects'),
  flat: s.boolean().default(false).describe('Prints the result alone, without the wrapper'),
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
  return {
    root: resolve(root),
    config: await readConfig(join(folder, 'config.json')),
    subjects: openSubjects(join(folder, 'subjects.json')),
  }
}

async function readConfig(path: string): Promise<ProjectConfig> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  const config = parseConfig(text)
  if (config) return config
  throw new AnimusError('invalid_input', `${path} does not hold a configuration`, {
    remediation: { kind: 'damaged_config', next_step: `correct ${path}` },
  })
}

function parseConfig(text: string): ProjectConfig | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { default_subject_kind: kind, kinds_without_backend: kinds } = value as ProjectConfig
  const isKnown = kind === undefined || typeof kind === 'string'
  const areKnown = kinds === undefined || (Array.isArray(kinds) && kinds.every(isText))
  return isKnown && areKnown ? value : undefined
}

const isText = (value: unknown): boolean => typeof value === 'string'
