import { existsSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { type Description } from 'surety/unstable/description'
import {
  callsOf,
  digestOf,
  fileOf,
  readRecord,
  type Vouched,
} from '@surety/client/unstable/programs'
import { readAnyGrammar } from 'surety/unstable/grammars'
import { sha256 } from '@surety/internal/sha256.ts'
import { visibleText } from '@surety/internal/visible-text.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { hostOf, type AnyContext } from 'surety/unstable/surface'
import { s } from 'surety/unstable/schema'
import { loadAsking } from '../../wrap/index.ts'
import { examples, flag, lasting, problemIf, text } from '../input/option-kinds.ts'
import { stateFolder } from '@surety/client/unstable/client'
import { claimsOf, differenceOf, type Claims } from './vouch/claims.ts'
import { whyNobody } from './vouch/person.ts'
import { projectLine, readProject, writeProject } from './vouch/project-file.ts'
import { forgetRecord, listRecords, writeRecord } from './vouch/records.ts'
import { triedLines, tryReads, withWhatWasSeen, type Tried } from './vouch/try-reads.ts'

export const command = defineCommand({
  description: 'Records that you trust what a tool says about itself',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The record is written, listed or removed',
    NOT_FOUND: 'There is no such program, or nothing describes it',
    PRECONDITION: 'No person confirmed it at a terminal',
  },
  errors: {
    NO_PERSON: lasting('PRECONDITION', 'Only a person at a terminal can vouch'),
    NOT_VOUCHED: lasting('PRECONDITION', 'The person did not answer yes'),
    PROGRAM_NOT_FOUND: lasting('NOT_FOUND', 'There is no such program'),
    NOT_DESCRIBED: lasting('NOT_FOUND', 'Nothing says which of its commands only read'),
  },
  args: { tool: text('The program: a name on the PATH, or a path') },
  options: {
    description: text('A file that describes it, in a format of surety describe'),
    try: flag(
      'First runs the commands that claim to read, in a copy of this folder, and watches them',
    ),
    project: flag('Also writes the record to .surety/vouched, for review'),
    list: flag('Lists what was vouched for'),
    forget: flag('Withdraws the record; works without a terminal'),
    timeout: s.duration().default('10s').describe('Time limit of each run of the program'),
  },
  examples: examples({
    'Trust a tool of your own': 'surety vouch ./td',
    'Watch its reads first': 'surety vouch --try ./td',
    'List what was vouched for': 'surety vouch --list',
  }),
  validate: ({ args, options }) =>
    problemIf(
      (args.tool === undefined) !== options.list,
      '<tool>',
      'INVALID_VALUE',
      'Give a program, or --list.',
    ),
  // A person reads and thinks.
  timeoutMs: 0,
  run: async (ctx) => {
    const { args, options, processEnv, signal } = ctx
    const folder = join(stateFolder(processEnv), 'vouched')
    if (options.list) return { vouched: listRecords(folder).map(summaryOf) }
    const tool = args.tool!
    const where = { cwd: process.cwd(), path: processEnv['PATH'] ?? '' }
    const path = fileOf(tool, where)
    if (path === undefined) return ctx.fail('PROGRAM_NOT_FOUND', `There is no program '${tool}'.`)
    if (options.forget)
      return { effect: forgetRecord(path, folder) ? 'deleted' : 'noop', tool, path }
    const host = hostOf(ctx as unknown as AnyContext)
    const nobody = host.isDirect ? whyNobody(processEnv) : 'The call does not come from a terminal.'
    if (nobody !== undefined)
      return ctx.fail('NO_PERSON', `${nobody} Only a person at a terminal can vouch for a tool.`)
    const project = await readProject(basename(tool))
    const found =
      options.description === undefined
        ? (project ?? (await ask(tool)))
        : await readOwn(options.description)
    async function ask(word: string) {
      const { askDescription } = await loadAsking()
      const limits = { env: processEnv, timeoutMs: options.timeout, signal }
      const answer = await askDescription([word], limits)
      return answer.ok ? answer.found : undefined
    }
    const claims = found && claimsOf(found.description)
    if (found === undefined || claims === undefined || claims.reads.length === 0)
      return ctx.fail(
        'NOT_DESCRIBED',
        `Nothing says which commands of ${tool} only read. Describe it: surety describe -- ${tool}`,
      )
    const limits = { folder: where.cwd, env: processEnv, timeoutMs: options.timeout, signal }
    const tried = options.try ? await tryReads(path, found.description, limits) : undefined
    const description = tried ? withWhatWasSeen(found.description, tried) : found.description
    const seen = claimsOf(description)
    const record = recordOf(path, tool, { ...found, description }, tried)
    const before = readRecord(path, folder)
    const inProject = project && projectLine(project.document, path)
    await host.write(
      'stderr',
      visibleText(
        screenText(record, found.by, { claims, tried, before, project: inProject }),
        '\n',
      ),
    )
    if (!(await saysYes())) return ctx.fail('NOT_VOUCHED', 'Nothing was vouched for.')
    if (seen.reads.length === 0)
      return ctx.fail(
        'NOT_VOUCHED',
        'No command is left that only reads, so there is nothing to vouch for.',
      )
    if (options.project) writeProject(record.tool, description, path)
    // The file of the project may be the one that describes it, and was written just now.
    const sealed = writeRecord({ ...record, described_in: describedIn(found.by) }, folder)
    return { effect: 'created', ...summaryOf({ record: sealed, state: 'same' }) }
  },
  text: (data) => resultText(data as Result),
})

type Result =
  | { readonly vouched: readonly ReturnType<typeof summaryOf>[] }
  | { readonly effect: string; readonly tool: string; readonly path: string }

function summaryOf({ record, state }: { readonly record: Vouched; readonly state: string }) {
  const { tool, path, version, format, who, when, seen } = record
  return { tool, path, version, format, who, when, seen, state }
}

function resultText(data: Result): string {
  if (!('vouched' in data))
    return data.effect === 'created'
      ? `surety read, run, wrap, mcp and the hooks know ${data.tool} now.`
      : `No person vouches for ${data.path}.`
  if (data.vouched.length === 0) return 'No tool is vouched for.'
  return data.vouched
    .map(
      ({ tool, path, who, when, state }) =>
        `${tool}  ${state}  ${who}  ${when.slice(0, 10)}  ${path}`,
    )
    .join('\n')
}

interface FoundDescription {
  readonly format: string
  readonly by: string
  readonly description: Description
}

/** What a person vouches for: the file as it is, and what is known of it. */
function recordOf(
  path: string,
  tool: string,
  { format, by, description }: FoundDescription,
  tried: Tried | undefined,
): Omit<Vouched, 'seal'> {
  return {
    tool: basename(tool),
    path,
    digest: digestOf(path),
    version: description.version ?? null,
    description_digest: sha256(JSON.stringify(description)),
    format,
    described_in: describedIn(by),
    calls: callsOf(description),
    inherits: description.inherits ?? [],
    who: userInfo().username,
    when: new Date().toISOString(),
    seen: tried === undefined ? null : seenText(tried),
  }
}

/** A file beside the program, or one that was named, is held as the program is. */
function describedIn(by: string): Vouched['described_in'] {
  const file = resolve(by)
  if (!existsSync(file) || !statSync(file).isFile()) return null
  return { file, digest: sha256(readFileSync(file)) }
}

async function readOwn(file: string) {
  const found = await readAnyGrammar(readFileSync(file, 'utf8'))
  return found && { format: found.id, by: file, description: found.read.description }
}

interface Shown {
  readonly claims: Claims
  readonly tried: Tried | undefined
  readonly before: Vouched | undefined
  /** Whether the file is the one that the project means. */
  readonly project: string | undefined
}

function seenText({ reads, untried }: Tried): string {
  const by = reads[0]?.run.watchedBy ?? 'nothing'
  return `${reads.length} of ${reads.length + untried.length} reads tried, watched by ${by}`
}

/** Everything that a person needs to decide, on one screen. */
function screenText(
  record: Omit<Vouched, 'seal'>,
  by: string,
  { claims, tried, before, project }: Shown,
): string {
  const { tool, path, digest, version, format } = record
  const listed = (label: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${label.padEnd(13)}${shortList(names)}`]
  const isScript = readFileSync(path).subarray(0, 2).toString() === '#!'
  const isPackage = path.includes('/node_modules/')
  return [
    `${tool}${version === null ? '' : ` ${version}`}`,
    `  file         ${path}`,
    `  SHA-256      ${digest}`,
    `  described    by ${by} (${format})`,
    ...(project === undefined ? [] : [`  project      ${project}`]),
    '',
    'It says of itself:',
    ...listed('only reads', claims.reads),
    ...listed('changes', claims.changes),
    ...listed('destroys', claims.destroys),
    ...listed('shows secrets', claims.reveals),
    ...listed('does not say', claims.open),
    '',
    ...(tried === undefined
      ? ['None of these commands was tried; surety vouch --try runs them in a copy first.', '']
      : [...triedLines(tried), '']),
    ...(isScript && !isPackage
      ? ['It is a script: files that it loads may change without a question.', '']
      : []),
    ...(before === undefined ? [] : [...changesSince(record, before), '']),
    'What only reads will run without a question, wherever surety decides.',
    '',
  ].join('\n')
}

const MOST_NAMES = 24

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown
}

function changesSince(record: Omit<Vouched, 'seal'>, before: Vouched): readonly string[] {
  const changes = differenceOf(before.calls, record.calls)
  return [
    `${before.who} vouched for it on ${before.when.slice(0, 10)}. Since then:`,
    record.digest === before.digest ? '  the file is the same' : '  the file changed',
    ...(record.description_digest === before.description_digest
      ? ['  the description is the same']
      : ['  the description changed', ...changes.slice(0, MOST_NAMES).map((line) => `  ${line}`)]),
  ]
}

async function saysYes(): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await lines.question('Type yes to vouch for it: ').catch(() => '')
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}
