import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import { createClient } from '@surety/client/unstable/client'
import {
  objectOf,
  listOf,
  isJsonObject,
  parseJson,
  type JsonObject,
  type Outcome,
} from 'surety/unstable/contract'
import { writeFileAtomically } from '@surety/internal/atomic-file.ts'
import { defineCommand, defineGroup } from 'surety/unstable/runtime'
import { examples, flag, lasting, required, text, words } from '../../input/option-kinds.ts'
import { serverName } from '../mcp/harness-files.ts'
import {
  limitedCallOptions,
  passThroughExits,
  toClientOptions,
  toolNameProblems,
} from '../run/call-options.ts'
import { isDone, toFailure } from '../run/tool-failure.ts'
import { startOf } from '../wrap/wrap-start.ts'
import { factsOfSkill, manifestText, PLUGIN_NAME, serversText } from './plugin-files.ts'
import { makeFolder, textIn } from '@surety/internal/own-folder.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'

const write = defineCommand({
  description: 'Writes a tool as a plugin for agents: its skills and its MCP server',
  danger: 'mutating',
  exitCodes: { ...passThroughExits('The folder is a plugin'), CONFLICT: 'A file is in the way' },
  errors: {
    PLUGIN_UNREADABLE: lasting('CONFLICT', 'plugin.json or mcp.json is not a JSON object'),
    PLUGIN_NAME_INVALID: lasting('PRECONDITION', 'The name of the tool cannot be that of a plugin'),
  },
  args: {
    folder: required('Folder of the plugin'),
    words: words('The tool and its leading arguments, after --'),
  },
  options: {
    name: text('Name of the plugin; default that of the tool'),
    command: text('Program that starts the tool where the plugin is used; default its name'),
    force: flag('Overwrites skills that were changed by hand'),
    ...limitedCallOptions,
  },
  examples: examples({
    'Pack a tool made with surety': 'surety plugin write ./plugin -- acme',
    'Pack any other tool': 'surety plugin write ./gh-plugin -- gh',
  }),
  type: 'plugin',
  validate: ({ args }) => toolNameProblems(args.words),
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv } = ctx
    const tool = await startOf(args.words)
    const dialect = options.dialect === 'auto' ? tool.dialect : options.dialect
    const client = createClient(await toClientOptions({ ...options, dialect }, processEnv))
    const { program, shown } = tool
    const ask = async (...words: readonly string[]) => {
      const call = client.run([...program, ...words], { tool, signal: ctx.signal })
      ctx.onCleanup(async () => void (await call.catch(() => undefined)))
      return call
    }
    const folder = resolve(args.folder)
    const learned = await client.learn(program, { tool, signal: ctx.signal })
    if (learned.verdict.reason === 'PROGRAM_MISSING') throw toFailure(learned)
    // Words that a program does not say it has could do anything.
    const skills = isOurs(learned.outcome)
      ? skillsIn((await ask('skills', 'generate')).outcome)
      : []
    const facts = factsOfSkill(skills[0] ?? '')
    const own = facts.name ?? serverName(basename(args.words[0]!))
    const name = (options.name ?? own).toLowerCase().replaceAll('_', '-')
    if (!PLUGIN_NAME.test(name))
      ctx.fail('PLUGIN_NAME_INVALID', `A plugin cannot be called '${name}'; give --name.`)
    // A file of this machine is not there where the plugin is used; the tool is known by its name then.
    const isThere = shown.length > 1 && !shown.some((word) => existsSync(word))
    const start = options.command ? [options.command] : isThere ? shown : [own]
    const { server, dropped } =
      skills.length > 0
        ? ownServer(start)
        : { server: { command: 'surety', args: ['mcp', '--', ...start] }, dropped: [] }
    if (dropped.length > 0)
      ctx.warn(`The server is started without ${quoteWords(dropped)}: it answers clients, in MCP.`)
    const about = {
      name,
      version: facts.version ?? '0.0.0',
      description: facts.description ?? `The command line tool ${own}.`,
    }
    const read = (file: string) => {
      const path = join(folder, file)
      const found = existsSync(path) ? parseJson(textIn(path) ?? '') : {}
      if (found !== undefined && isJsonObject(found)) return found
      return ctx.fail('PLUGIN_UNREADABLE', `${file} is not a JSON object.`, { target: file })
    }
    const files = {
      'plugin.json': manifestText(about, read('plugin.json')),
      'mcp.json': serversText(name, server, read('mcp.json')),
    }
    let installed: JsonObject = { skills: [] }
    if (skills.length > 0) {
      const force = options.force ? ['--force'] : []
      const result = await ask('skills', 'install', join(folder, 'skills'), ...force)
      if (!isDone(result.outcome, result.verdict)) throw toFailure(result)
      if (isJsonObject(result.outcome.data)) installed = result.outcome.data
    } else ctx.warn(`${own} writes no skills; the plugin has its MCP server alone.`)
    makeFolder(folder)
    const isWritten = await writeChanged(folder, files)
    const effect = isWritten || installed['effect'] === 'updated' ? 'updated' : 'noop'
    return { effect, folder, name, skills: installed['skills'], server }
  },
})

/** The framework's flags for the form of one answer; a server has another. */
const OF_ANSWERS =
  /^--(?:json|text|format|output|output-format|full-output|envelope|envelope-version|legacy-envelope)(=|$)/
const VALUED = /^--(?:format|output|output-format|envelope-version)$/

/** Makes the words that start a tool those of its server: options stand behind `--mcp`, without those that are about one answer. */
function ownServer([command = '', ...given]: readonly string[]) {
  const first = given.findIndex((word) => word.startsWith('-'))
  const at = first === -1 ? given.length : first
  const kept: string[] = []
  const dropped: string[] = []
  for (let index = at; index < given.length; index += 1) {
    const word = given[index]!
    if (!OF_ANSWERS.test(word)) kept.push(word)
    else if (VALUED.test(word)) dropped.push(word, ...given.slice(++index, index + 1))
    else dropped.push(word)
  }
  const args = [...given.slice(0, at), '--mcp', ...kept.filter((word) => word !== '--mcp')]
  return { server: { command, args }, dropped }
}

/** Writes the files that have another content, and says whether there was one. */
async function writeChanged(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<boolean> {
  let isWritten = false
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    if (content === textIn(path)) continue
    await writeFileAtomically(path, content, { mode: 0o644 })
    isWritten = true
  }
  return isWritten
}

function isOurs({ ok, data }: Outcome): boolean {
  return ok && isJsonObject(data) && isJsonObject(data['builtins'] ?? null)
}

function skillsIn({ ok, data }: Outcome): readonly string[] {
  const skills = ok && isJsonObject(data) ? data['skills'] : undefined
  const found = listOf(skills)
  const texts = found.map((skill) => objectOf(skill)['text'])
  return texts.filter((each) => typeof each === 'string')
}

export const group = defineGroup({
  description: 'Packs a tool as a plugin for agents, with skills and an MCP server',
  commands: { write },
})
