import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { isJsonObject, objectOf, type JsonObject } from 'surety/unstable/contract'
import { type Description } from 'surety/unstable/description'
import { digestOf } from '@surety/client/unstable/programs'
import { readAnyGrammar } from 'surety/unstable/grammars'
import { makeFolder } from '@surety/internal/own-folder.ts'

/** What a project says of a tool, to be reviewed like code: its description, and which files it is about. */
export interface ProjectFile {
  readonly tool: string
  /** SHA-256 by platform, as in `linux-x64`; packages of npm are the same everywhere and have none. */
  readonly builds: Readonly<Record<string, string>>
  /** The npm package that the tool belongs to, with the integrity that the lock file has. */
  readonly package: NpmPackage | null
  readonly description: Description
}

interface NpmPackage {
  readonly name: string
  readonly version: string
  readonly integrity: string
}

const placeOf = (tool: string, folder: string) => join(folder, '.surety', 'vouched', `${tool}.json`)

const PLATFORM = `${process.platform}-${process.arch}`

/** Finds what the project in a folder says of a tool; older files are a description alone. */
export async function readProject(tool: string, folder = '.') {
  const by = placeOf(tool, folder)
  if (!existsSync(by)) return undefined
  const text = readFileSync(by, 'utf8')
  const document = parsed(text)
  const inner = isJsonObject(document['description']) ? document['description'] : document
  const found = await readAnyGrammar(JSON.stringify(inner), { name: tool })
  return found && { by, format: found.id, description: found.read.description, document }
}

/** Writes what was vouched for; the builds of other platforms stay as long as the description is the same. */
export function writeProject(
  tool: string,
  description: Description,
  path: string,
  folder = '.',
): void {
  const place = placeOf(tool, folder)
  const before = readJson(place)
  const isSame = JSON.stringify(before['description']) === JSON.stringify(description)
  const npm = npmPackage(path)
  const others = isSame ? (objectOf(before['builds']) as Record<string, string>) : {}
  const file: ProjectFile = {
    tool,
    builds: npm === null ? { ...others, [PLATFORM]: digestOf(path) } : {},
    package: npm,
    description,
  }
  makeFolder(dirname(place))
  writeFileSync(place, `${JSON.stringify(file, null, 2)}\n`)
}

/** Says whether the file here is the one that the project means. */
export function projectLine(document: JsonObject, path: string): string {
  const { builds, package: told } = document
  if (isJsonObject(told)) {
    const textOf = (member: string) => {
      const value = told[member]
      return typeof value === 'string' ? value : ''
    }
    const [name, version] = [textOf('name'), textOf('version')]
    const here = npmPackage(path)
    const isSame = here !== null && here.integrity === told['integrity'] && here.name === name
    return isSame
      ? `the same package as in the project: ${name} ${version}, by its integrity`
      : `NOT the package of the project, which is ${name} ${version} (${textOf('integrity')})`
  }
  const expected = objectOf(builds)[PLATFORM]
  if (typeof expected !== 'string') return `the project has no build for ${PLATFORM}`
  return digestOf(path) === expected
    ? `the same build as in the project, for ${PLATFORM}`
    : `NOT the build of the project for ${PLATFORM}, which is ${expected}`
}

/** Finds the package of npm that a file belongs to, and its integrity as npm installed it; null if there is none. */
function npmPackage(path: string): NpmPackage | null {
  const [, root, inside] = /^(.*?)\/(node_modules\/.*)$/.exec(path) ?? []
  const [home] = /^.*node_modules\/(?:@[^/]+\/)?[^/.][^/]*(?=\/)/.exec(inside ?? '') ?? []
  if (root === undefined || home === undefined) return null
  const { packages } = readJson(join(root, 'node_modules', '.package-lock.json'))
  const { integrity } = objectOf(objectOf(packages)[home])
  const { name, version } = readJson(join(root, home, 'package.json'))
  const texts = [name, version, integrity]
  if (!texts.every((text) => typeof text === 'string')) return null
  return { name, version, integrity } as NpmPackage
}

function readJson(file: string): JsonObject {
  return existsSync(file) ? parsed(readFileSync(file, 'utf8')) : {}
}

function parsed(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
