import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { SuretyError, type JsonObject } from '../../../contract/index.ts'
import type { WalkedEntry } from '../../handler/context.ts'
import type { ParsedInput } from '../../run/parsed-input.ts'
import type { Run } from '../../run/run-state.ts'

const DEFAULT_DEPTH = 50

/** Gives everything below a folder. A command that changes things hears of circles and depth before the first entry. */
export async function* walk(
  run: Run,
  { flags }: ParsedInput,
  folder: string,
): AsyncGenerator<WalkedEntry, void, void> {
  const { maxDepth = DEFAULT_DEPTH, noFollowSymlinks } = flags
  /** `count` is how many entries were given so far. */
  const way = () => ({ maxDepth, follows: !noFollowSymlinks, count: 0 })
  const root = resolve(run.world.cwd, folder)
  const top = await stat(root)
  const known = new Map([[`${top.dev}:${top.ino}`, root]])
  if (run.command?.declaration.danger !== 'safe')
    for await (const _entry of visit(root, 1, known, way())) run.signal.throwIfAborted()
  yield* visit(root, 1, known, way())
}

async function* visit(
  folder: string,
  depth: number,
  above: ReadonlyMap<string, string>,
  way: { readonly maxDepth: number; readonly follows: boolean; count: number },
): AsyncGenerator<WalkedEntry, void, void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    const isLink = entry.isSymbolicLink()
    if (isLink && !way.follows) continue
    // A link that leads nowhere is a file.
    const target = isLink || entry.isDirectory() ? await stat(path).catch(() => null) : null
    const isFolder = target?.isDirectory() === true
    const loop = isFolder ? above.get(`${target.dev}:${target.ino}`) : undefined
    if (loop !== undefined)
      throw refusal('SYMLINK_LOOP', `${path} leads back to ${loop}.`, 'Add --no-follow-symlinks.', {
        path,
        loop_target: loop,
        completed_count: way.count,
      })
    if (isFolder && depth >= way.maxDepth && (await readdir(path)).length > 0)
      throw refusal(
        'DEPTH_EXCEEDED',
        `${path} is deeper than ${way.maxDepth} levels.`,
        'Give a larger --max-depth, or a folder further down.',
        { path, max_depth: way.maxDepth, hint: 'Raise --max-depth.' },
      )
    way.count += 1
    yield { path, kind: isFolder ? 'folder' : 'file', depth }
    if (isFolder)
      yield* visit(path, depth + 1, new Map(above).set(`${target.dev}:${target.ino}`, path), way)
  }
}

function refusal(
  code: string,
  message: string,
  suggestion: string,
  details: JsonObject,
): SuretyError {
  const facts = { suggestion, fix_required: suggestion, details }
  return new SuretyError(code, 'PRECONDITION', message, facts)
}
