import { sameWords } from '../call/redirect/command-line.ts'
import {
  MOST_NOTICES,
  NO_FACTS,
  type Memory,
  type RememberedManifest,
  type ToolFacts,
} from './facts.ts'

/**
 * Keeps the memory for the lifetime of the process, without files.
 *
 * @example
 * ```ts
 * import { createClient, createSessionMemory } from '@surety/client'
 *
 * const client = createClient({ memory: createSessionMemory() })
 * ```
 */
export function createSessionMemory(): Memory {
  const tools = new Map<string, ToolFacts>()
  const manifests = new Map<string, RememberedManifest>()
  const factsOf = (tool: string) => tools.get(tool) ?? NO_FACTS
  const update = async (tool: string, change: Partial<ToolFacts>) =>
    void tools.set(tool, { ...factsOf(tool), ...change })
  return {
    read: async (tool) => factsOf(tool),
    readManifest: async (tool) => manifests.get(tool) ?? null,
    learnDialect(tool, dialect, flags = '') {
      if (flags === '') return update(tool, { dialect })
      const others = factsOf(tool).modes.filter((mode) => mode.flags !== flags)
      return update(tool, { modes: [...others, { flags, dialect }] })
    },
    recordRedirect(tool, redirect) {
      const isOther = ({ from }: typeof redirect) => !sameWords(from, redirect.from)
      return update(tool, { redirects: [...factsOf(tool).redirects.filter(isOther), redirect] })
    },
    recordNotice(tool, notice) {
      const others = factsOf(tool).notices.filter(({ text }) => text !== notice.text)
      return update(tool, { notices: [...others, notice].slice(-MOST_NOTICES) })
    },
    recordManifest: async (tool, manifest) => void manifests.set(tool, manifest),
    list: async () =>
      [...new Set([...tools.keys(), ...manifests.keys()])].map((tool) => ({
        tool,
        ...factsOf(tool),
        manifest_etag: manifests.get(tool)?.etag ?? null,
      })),
    forget: async (tool) => {
      const isKnown = tools.delete(tool)
      return manifests.delete(tool) || isKnown
    },
    takeProblems: () => [],
  }
}
