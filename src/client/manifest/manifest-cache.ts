import { succeed } from '../../contract/index.ts'
import type { AnswerCache } from '../call/cache.ts'
import type { Memory } from '../memory/facts.ts'

/** Lets a remembered manifest answer for a tool that says that nothing changed. */
export function manifestCache(memory: Memory, tool: string): AnswerCache {
  return {
    async get() {
      const known = await memory.readManifest(tool)
      if (known === null) return undefined
      return { etag: known.etag, outcome: succeed({ data: known.document }) }
    },
    // Every manifest that comes in is remembered anyway.
    set() {},
  }
}
