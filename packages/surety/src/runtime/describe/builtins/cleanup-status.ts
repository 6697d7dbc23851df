import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { given } from '@surety/internal/given.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'
import type { AnyContext } from '../../handler/context.ts'
import { loadAll } from '../load-commands.ts'
import { instanceVariable } from '../../run/instance-folder.ts'

interface Place {
  readonly path: string
  readonly type: string
  readonly size_bytes: number
}

type Surroundings = Pick<AnyContext, 'cwd' | 'now' | 'processEnv' | 'warn'>

/** Finds what commands wrote at the places that they declare; one that does not exist counts if its name is known. */
async function placesOf(cli: Cli, ctx: Surroundings): Promise<readonly Place[]> {
  const loaded = await loadAll(cli, {}, ctx.warn)
  const declared = loaded.flatMap(({ command }) => command.declaration.writes ?? [])
  const found = declared.flatMap(({ path, type }) =>
    pathsOf(path, ctx).map(
      (each) => [each, { path: each, type, size_bytes: sizeOf(each) }] as const,
    ),
  )
  return [...new Map(found).values()]
}

/** Resolves `~`, and matches parts of a name: `{date}` and `*`. */
function pathsOf(pattern: string, { cwd, processEnv }: Surroundings): readonly string[] {
  const whole = resolve(cwd, pattern.replace(/^~(?=\/|$)/, processEnv['HOME'] ?? '~'))
  let found = ['/']
  for (const part of whole.split('/').filter(Boolean)) {
    if (!/[*{]/.test(part)) found = found.map((folder) => join(folder, part))
    else {
      const parts = part
        .split(/\*|\{[^{}]*\}/)
        .map((text) => text.replaceAll(/[$()+.?[\\\]^|]/g, '\\$&'))
      const fits = new RegExp(`^${parts.join('.*')}$`)
      found = found.flatMap((folder) =>
        statSync(folder, { throwIfNoEntry: false })?.isDirectory()
          ? readdirSync(folder)
              .filter((name) => fits.test(name))
              .map((name) => join(folder, name))
          : [],
      )
    }
  }
  return found
}

function sizeOf(path: string): number {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts?.isDirectory()) return facts?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function totalOf(places: readonly Place[]): number {
  return places.reduce((sum, place) => sum + place.size_bytes, 0)
}

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  all: ['temp', 'cache', 'log'],
  temp: ['temp'],
  cache: ['cache'],
  logs: ['log'],
}

/** Makes `cleanup`, which empties what the commands declare as passing and never an output. */
export function cleanupCommand(cli: Cli): Command {
  const choose = async (
    ctx: Surroundings,
    { scope, minAge }: { readonly scope: string; readonly minAge: number },
  ) => {
    const before = ctx.now().getTime() - minAge * 1000
    return (await placesOf(cli, ctx)).filter(({ path, type }) => {
      const facts = statSync(path, { throwIfNoEntry: false })
      return SCOPES[scope]!.includes(type) && facts && facts.mtimeMs <= before
    })
  }
  const report = (places: readonly Place[]) => ({
    cleaned: places.map(({ size_bytes: size, ...place }) => ({ ...place, bytes_freed: size })),
    total_bytes_freed: totalOf(places),
  })
  return defineCommand({
    description: 'Deletes caches, logs and temporary files of the tool',
    danger: 'mutating',
    type: 'cleanup',
    idempotent: true,
    exitCodes: { SUCCESS: 'What was deleted is in data' },
    options: {
      scope: s.enum(['all', 'temp', 'cache', 'logs']).default('all').describe('What to delete'),
      minAge: s.integer().min(0).default(0).describe('Only what is older, in seconds'),
    },
    dryRun: async (ctx) => {
      const places = await choose(ctx, ctx.options)
      return { effect: 'would_delete', would_affect: places, ...report(places) }
    },
    run: async (ctx) => {
      const places = await choose(ctx, ctx.options)
      for (const { path } of places) rmSync(path, { recursive: true, force: true })
      return { effect: places.length > 0 ? 'deleted' : 'noop', ...report(places) }
    },
  })
}

/** Makes `status`, which says what the tool keeps and where. */
export function statusCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Shows what the tool keeps, and where',
    danger: 'safe',
    type: 'status',
    exitCodes: { SUCCESS: 'The state is in data' },
    options: {
      showSideEffects: s.boolean().default(false).describe('Everything that commands write'),
      showStateFiles: s.boolean().default(false).describe('Files that decide what calls do'),
    },
    run: (async (ctx: AnyContext) => {
      const { showSideEffects, showStateFiles } = ctx.options
      const all = await placesOf(cli, ctx)
      const files = all
        .filter(({ type }) => type === 'credential')
        .map(({ path }) => ({ path, purpose: 'credential' }))
        .map((file) => ({ ...file, size_bytes: sizeOf(file.path) }))
      const present = files.filter(({ size_bytes: size }) => size > 0)
      return given({
        instance_id: ctx.processEnv[instanceVariable(cli)] || undefined,
        side_effects: showSideEffects === true ? all : undefined,
        state_files: showStateFiles === true ? present : undefined,
        places: all.length,
        size_bytes: totalOf(all),
      })
    }) as never,
  })
}
