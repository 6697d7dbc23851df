import { NO_FACTS, type Memory, type ToolFacts } from './facts.ts'

/** Keeps what is learnt for as long as the process lives, and touches no file. */
export function createSessionMemory(): Memory {
  const tools = new Map<string, ToolFacts>()
  const update = async (tool: string, change: (facts: ToolFacts) => ToolFacts) => {
    tools.set(tool, change(tools.get(tool) ?? NO_FACTS))
  }
  return {
    read: async (tool) => tools.get(tool) ?? NO_FACTS,
    learnDialect: (tool, dialect) => update(tool, (facts) => ({ ...facts, dialect })),
    recordRedirect: (tool, redirect) =>
      update(tool, (facts) => ({
        ...facts,
        redirects: [
          ...facts.redirects.filter(
            (old) => JSON.stringify(old.from) !== JSON.stringify(redirect.from),
          ),
          redirect,
        ],
      })),
    recordManifest: (tool, manifest) => update(tool, (facts) => ({ ...facts, manifest })),
    list: async () => [...tools].map(([tool, facts]) => ({ tool, ...facts })),
    forget: async (tool) => tools.delete(tool),
    takeProblems: () => [],
  }
}
