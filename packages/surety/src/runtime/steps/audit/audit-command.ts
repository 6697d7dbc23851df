import { existsSync, readFileSync } from 'node:fs'

import { isJsonObject, parseJson, SuretyError, type JsonObject } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { AnyContext } from '../../handler/context.ts'
import { bindingOf, readCursor, writeCursor } from '../../result/paging/cursor.ts'
import { inputFailure } from '../../run/errors/input-error.ts'
import { auditLimits, auditPath, auditVariable } from './audit-path.ts'
import type { Run } from '../../run/run-state.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** Makes `audit-log`, which pages through the entries of the audit log, the newest page first. */
export function auditLogCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Lists earlier calls from the audit log',
    danger: 'safe',
    type: 'audit_log',
    exitCodes: { SUCCESS: 'The entries are in data', PRECONDITION: 'There is no audit log' },
    errors: {
      AUDIT_LOG_DISABLED: { exit: 'PRECONDITION', description: 'There is no audit log' },
    },
    ...(cli.declaration.auditLog && {
      writes: [
        { path: `~/.local/state/${cli.declaration.name}/audit.jsonl`, type: 'log' as const },
      ],
    }),
    options: {
      since: s
        .string()
        .optional()
        .describe('Only later ones: 30s, 15m, 1h, 7d, or a time with offset'),
      command: s.string().optional().describe('Only of this command or group'),
      traceId: s.string().optional().describe('Only of this trace'),
      limit: s.integer().min(1).default(100).describe('Newest entries to return'),
      cursor: s.string().optional().describe('Cursor of the next page'),
    },
    validate: ({ options: { since }, now }) =>
      since === undefined || Number.isFinite(instantOf(since, now()))
        ? []
        : [{ param: '--since', code: 'INVALID_VALUE', message: `--since: '${since}' is no time.` }],
    run: ((ctx: AnyContext, run: Run) => listEntries(cli, ctx, run)) as never,
  })
}

function instantOf(since: string, now: Date): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(since) ?? []
  if (unit !== undefined) return now.getTime() - Number(count) * UNITS[unit]! * 1000
  return INSTANT.test(since) ? Date.parse(since) : Number.NaN
}

function listEntries(cli: Cli, ctx: AnyContext, run: Run): unknown {
  const path = auditPath(cli, ctx.processEnv)
  const fix = `Set ${auditVariable(cli)} to 1 or to an absolute path.`
  if (path === null)
    throw new SuretyError('AUDIT_LOG_DISABLED', 'PRECONDITION', 'There is no audit log.', {
      phase: 'execution',
      retryable: false,
      fix_required: fix,
    })
  const { cursor, ...query } = ctx.options as Readonly<Record<string, string>>
  const { since, command, traceId, limit } = query
  const from = since === undefined ? 0 : instantOf(since, ctx.now())
  const named = command?.replaceAll('.', ' ')
  const binding = bindingOf(run, { args: {}, options: query, flags: {} })
  const position = cursor === undefined ? null : positionOf(run, cursor, binding, ctx.now())
  const found = entriesIn(path, auditLimits(cli).files).filter(
    (entry) =>
      Date.parse(entry.timestamp) >= from &&
      (named === undefined || `${entry.command} `.startsWith(`${named} `)) &&
      (traceId === undefined || entry.trace_id === traceId) &&
      (position === null || anchorOf(entry) < String(position)),
  )
  const entries = found.slice(-Number(limit))
  const hasMore = entries.length < found.length
  ctx.addMeta('pagination', {
    total: position === null ? found.length : null,
    returned: entries.length,
    truncated: hasMore,
    has_more: hasMore,
    next_cursor: hasMore ? writeCursor({ position: anchorOf(entries[0]!) }, binding) : null,
  })
  return run.output.format === 'jsonl' ? entries : { entries }
}

/** Where a page of the log begins. Its cursor is read here, because the entries are one member of the data. */
function positionOf(run: Run, cursor: string, binding: string, now: Date) {
  const read = readCursor(cursor, binding, now.getTime())
  if (read.ok) return read.state.position
  throw inputFailure(run, [read.problem])
}

interface Entry extends JsonObject {
  readonly timestamp: string
  readonly command: string
  readonly request_id: string
}

function isEntry(value: unknown): value is Entry {
  return isJsonObject(value) && typeof value['timestamp'] === 'string'
}

/** What a cursor holds on to: files may be renamed and entries added meanwhile. */
function anchorOf({ timestamp, request_id: id }: Entry): string {
  return `${timestamp} ${id}`
}

/** Reads all files of a log, the oldest entry first. */
function entriesIn(path: string, files: number): readonly Entry[] {
  const names = Array.from({ length: files }, (_, at) => (at === 0 ? path : `${path}.${at}`))
  return names
    .toReversed()
    .filter((name) => existsSync(name))
    .flatMap((name) => readFileSync(name, 'utf8').split('\n'))
    .map((line) => parseJson(line))
    .filter(isEntry)
    .toSorted((a, b) => (anchorOf(a) < anchorOf(b) ? -1 : 1))
}
