import { writeFile } from 'node:fs/promises'

import { createClient } from '@surety/client/unstable/client'
import { isJsonObject, type JsonObject } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { createRedactor } from '@surety/internal/redact/redactor.ts'
import { splitWords } from '@surety/internal/shell-words.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { stateFoldersOf } from '../state-folder.ts'
import type { Inspector } from './inspect/inspector.ts'
import { limitedCallOptions, passThroughExits, toClientOptions } from './run/call-options.ts'
import { anyWords, count, examples, flag, problemIf, text, texts } from '../input/option-kinds.ts'

export const command = defineCommand({
  description: 'Opens a local page with the commands and calls of a tool',
  // Who opens the page may call whatever the tool has.
  danger: 'mutating',
  mcp: false,
  exitCodes: passThroughExits('You ended the page, or the answer has what it would show'),
  args: {
    words: anyWords('The tool, or a description of it, after --; default: only the journal'),
  },
  options: {
    text: flag('Prints what the page shows, and ends'),
    save: text('Writes the calls into one page that opens without a server'),
    call: text('With --text: shows this call of the timeline in full'),
    try: texts("Makes a call first, such as 'show 9', and shows it"),
    lines: count('Calls to list with --text', 1, 1000).default(5).short('n'),
    ...limitedCallOptions,
  },
  timeoutMs: 0,
  validate: ({ options }) =>
    problemIf(
      options.call !== undefined && !options.text,
      '--call',
      'INVALID_VALUE',
      '--call shows a call as text: add --text.',
    ),
  examples: examples({
    'Open a page for a tool': 'surety inspect -- deployer',
    'Open a page for git, by its ready description': 'surety inspect -- git',
    'Show one call as text, in every dialect': "surety inspect --text --try 'list' -- deployer",
    'Save the calls as one file': 'surety inspect --save calls.html -- deployer',
  }),
  text: async (data) => {
    // After the page there is nothing left to say.
    if (!isJsonObject(data) || !('tool' in data)) return ''
    return (await import('./inspect/inspect-text.ts')).inspectText(data)
  },
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const own = ctx as unknown as AnyContext
    const { inspectTool } = await import('./inspect/inspected-tool.ts')
    const { Inspector } = await import('./inspect/inspector.ts')
    const client = createClient(await toClientOptions(options, processEnv))
    const notes: string[] = []
    const note = (problem: string): void => void notes.push(problem)
    const tool = await inspectTool(args.words, client, ctx.tool.version, note)
    const folders = stateFoldersOf(options.stateDir, processEnv)
    const planned = tool.program.length > 0 ? await client.plan(tool.program, { tool }) : null
    const inspector = new Inspector({
      client,
      tool,
      key: planned?.tool ?? '',
      redactor: createRedactor({ env: processEnv }),
      journal: folders.journal,
      kept: options.journal ? folders.calls : null,
      notes,
    })
    // After an interrupt, wait until the tools and their children have ended.
    ctx.onCleanup(() => inspector.end())
    const tried = await tryCalls(inspector, tool.program, options.try)
    await inspector.poll()
    if (options.save !== undefined)
      await writeFile(options.save, await inspector.save(), { mode: 0o600 })
    if (options.text || options.save !== undefined) {
      const { textData } = await import('./inspect/inspect-text.ts')
      const shown = [...tried, ...(options.call === undefined ? [] : [options.call])]
      const data = await textData(inspector, { shown, lines: options.lines })
      return { ...data, ...given({ file: options.save }) } as unknown as JsonObject
    }
    await serveUntilInterrupted(inspector, own)
    return { calls: inspector.rows.length }
  },
})

/** Makes calls one after the other, each given as a line, and returns their ids. */
async function tryCalls(
  inspector: Inspector,
  program: readonly string[],
  lines: readonly string[],
): Promise<readonly string[]> {
  const tried: string[] = []
  for (const line of lines) {
    const split = splitWords(line)
    const argv = [...program, ...(split.ok ? split.words : [line])]
    const call = await inspector.start({ argv })
    await inspector.ended(call)
    tried.push(call)
  }
  return tried
}

async function serveUntilInterrupted(inspector: Inspector, ctx: AnyContext): Promise<void> {
  const { readPage } = await import('./inspect/inspector.ts')
  const { servePage } = await import('./inspect/page-server.ts')
  const page = await servePage(inspector, await readPage())
  process.stderr.write(`Inspector at ${page.url}\nEnd it with Ctrl+C.\n`)
  await new Promise<void>((resolve) => {
    const interrupted = () => (resolve(), true)
    hostOf(ctx).setGuest({ interrupted })
  })
  await page.close()
  await inspector.end()
}
