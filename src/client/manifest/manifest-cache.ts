import { succeed } from '../../contract/index.ts'
import type { AnswerCache } from '../call/answers/cache.ts'
import type { Memory } from '../memory/facts.ts'

/** Serves the remembered manifest as the cached answer, for tools that answer "not modified". */
export function manifestCache(memory: Memory, tool: string): AnswerCache {
  return {
    async get() {
      const known = await memory.readManifest(tool)
      if (known === null) return undefined
      return { etag: known.etag, outcome: succeed({ data: known.document }) }
    },
    // The memory records every manifest that is read.
    set() {},
  }
}
