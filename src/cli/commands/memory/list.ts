import { createFileMemory } from '../../../client/index.ts'
import { isJsonObject, type JsonValue } from '../../../contract/index.ts'
import { quoteWords } from '../../../internal/quote-words.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { memoryDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

/** Lists what was learnt about tools. */
export const command = defineCommand({
  description: 'Lists what was learnt about tools',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The tools are listed' },
  options: stateOptions,
  view: (tools) => (Array.isArray(tools) ? tools.map(toColumns) : tools),
  run: async ({ options, processEnv, warn }) => {
    const memory = createFileMemory(memoryDirOf(stateDirOf(options.stateDir, processEnv)))
    const tools = await memory.list()
    for (const { path, message } of memory.takeProblems()) warn(`${path} ${message}.`)
    return tools.map(({ tool, dialect, modes, redirects, notices, manifest_etag: etag }) => ({
      tool,
      dialect,
      modes: modes.map((mode) => ({ ...mode })),
      redirects: redirects.map((redirect) => ({ ...redirect })),
      notices: notices.map((notice) => ({ ...notice })),
      manifest_etag: etag,
    }))
  },
})

/** The columns shown at a terminal. */
function toColumns(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool)) return tool
  const { redirects, modes, notices } = tool
  const heard = Array.isArray(notices) ? notices.map(noticeText) : []
  const moved = Array.isArray(redirects) ? redirects.map(movedText) : []
  const asked = Array.isArray(modes) ? modes.map(modeText) : []
  return {
    ...tool,
    modes: asked.length === 0 ? null : asked.join('; '),
    redirects: moved.length === 0 ? null : moved.join('; '),
    notices: heard.length === 0 ? null : heard.join('; '),
  }
}

function noticeText(notice: JsonValue): string {
  const text = isJsonObject(notice) ? notice['text'] : undefined
  return typeof text === 'string' ? text : ''
}

function modeText(mode: JsonValue): string {
  if (!isJsonObject(mode)) return ''
  const { flags, dialect } = mode
  return typeof flags === 'string' && typeof dialect === 'string' ? `${flags}: ${dialect}` : ''
}

function movedText(redirect: JsonValue): string {
  if (!isJsonObject(redirect)) return ''
  const words = (value: JsonValue | undefined) =>
    Array.isArray(value) ? quoteWords(value.map(String)) : ''
  return `${words(redirect['from'])} → ${words(redirect['to'])}`
}
