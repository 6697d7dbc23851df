import { createHash } from 'node:crypto'

import type { ServingDesk } from '../answer-call.ts'
import type { ServedSkill } from '../served-tool.ts'

const SKILLS = 'io.modelcontextprotocol/skills'

/** How long clients may keep lists: nothing of a tool changes while it serves. */
export const LASTING = { ttlMs: 300_000, cacheScope: 'private' } as const

/** Declares the extensions that a tool has. */
export function extensionsOf({ skills }: ServingDesk) {
  return {
    ...(skills && { resources: {} }),
    extensions: { ...(skills && { [SKILLS]: {} }) },
  }
}

/** Answers a method of an extension. */
type Method = (params: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>

/** Makes an error that the library answers with this number of JSON-RPC. */
function refusal(code: number, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, ...(data && { data }) })
}

const INVALID_PARAMS = -32_602

/** Serves skills: their entries, and their files as resources. */
export function skillMethods(skills: NonNullable<ServingDesk['skills']>) {
  let known: Promise<readonly ServedSkill[]> | undefined
  const all = () => (known ??= skills())
  const find = async (uri: unknown): Promise<ServedSkill> => {
    const found = (await all()).find((skill) => uriOf(skill) === uri)
    if (found) return found
    throw refusal(INVALID_PARAMS, 'There is no such skill.', { uri })
  }
  return {
    'skills/list': async () => ({ skills: (await all()).map(entryOf), ...LASTING }),
    'skills/get': async ({ uri }) => ({ skill: entryOf(await find(uri)), ...LASTING }),
    'resources/list': async () => ({
      resources: (await all()).map((skill) => {
        const { name, description } = skill.frontmatter
        return { uri: uriOf(skill), name, description, mimeType: 'text/markdown' }
      }),
    }),
    'resources/read': async ({ uri }) => {
      const { text } = await find(uri)
      return { contents: [{ uri, mimeType: 'text/markdown', text }] }
    },
  } satisfies Record<string, Method>
}

function uriOf({ frontmatter }: ServedSkill): string {
  return `skill://${frontmatter.name}/SKILL.md`
}

function entryOf(skill: ServedSkill) {
  const uri = uriOf(skill)
  const digest = `sha256:${createHash('sha256').update(skill.text).digest('hex')}`
  const resources = [{ uri, digest, size: Buffer.byteLength(skill.text) }]
  return { uri, frontmatter: skill.frontmatter, resources }
}
