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
 * import { createClient, createSessionMemory } from 'surety/client'
 *
 * const client = createClient({ memory: createSessionMemory() })
 * ```
 */
export function createSessionMemory(): Memory {
  const tools = new Map<string, ToolFacts>()
  const manifests = new Map<string, RememberedManifest>()
  const update = async (tool: string, change: (facts: ToolFacts) => ToolFacts) => {
    tools.set(tool, change(tools.get(tool) ?? NO_FACTS))
  }
  return {
    read: async (tool) => tools.get(tool) ?? NO_FACTS,
    readManifest: async (tool) => manifests.get(tool) ?? null,
    learnDialect: (tool, dialect, flags = '') =>
      update(tool, (facts) => {
        if (flags === '') return { ...facts, dialect }
        const others = facts.modes.filter((mode) => mode.flags !== flags)
        return { ...facts, modes: [...others, { flags, dialect }] }
      }),
    recordRedirect: (tool, redirect) =>
      update(tool, (facts) => {
        const others = facts.redirects.filter(({ from }) => !sameWords(from, redirect.from))
        return { ...facts, redirects: [...others, redirect] }
      }),
    recordNotice: (tool, notice) =>
      update(tool, (facts) => {
        const others = facts.notices.filter(({ text }) => text !== notice.text)
        return { ...facts, notices: [...others, notice].slice(-MOST_NOTICES) }
      }),
    recordManifest: async (tool, manifest) => void manifests.set(tool, manifest),
    list: async () =>
      [...new Set([...tools.keys(), ...manifests.keys()])].map((tool) => ({
        tool,
        ...(tools.get(tool) ?? NO_FACTS),
        manifest_etag: manifests.get(tool)?.etag ?? null,
      })),
    forget: async (tool) => {
      const isKnown = tools.delete(tool)
      return manifests.delete(tool) || isKnown
    },
    takeProblems: () => [],
  }
}
