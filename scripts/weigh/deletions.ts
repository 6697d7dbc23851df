import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from '../build/targets.mjs'

/** Features, and the names by which anything else could know them. */
export const FEATURES: Readonly<Record<string, RegExp>> = {
  audit: /audit_?log|audit-log|\baudit\b/i,
  plan: /PLAN_CHANGED|bindPlan|PlanMembers|steps\/plan\b|'plan'|meta\.plan\b/,
  heartbeat: /heartbeat/i,
}

/** Tests, and lists of the programs and calls of others, whose words are not ours. */
const NOT_OURS =
  /\.(?:test|test-d|table|suite|program)\.ts$|^packages\/(?:client\/src\/programs|internal\/src\/process)\//

/**
 * Deletes the folder of a step and its lines in the two lists, in a copy of the last commit. Returns the errors of types
 * in `src` without its tests, and the files that still name the feature.
 */
export function tryDeletion(name: string) {
  const copy = mkdtempSync(join(tmpdir(), `without-${name}-`))
  const run = (program: string, ...words: readonly string[]) =>
    spawnSync(program, words, { cwd: copy, encoding: 'utf8' }).stdout
  try {
    execFileSync('git', ['worktree', 'add', '--detach', copy], { cwd: root, stdio: 'ignore' })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    rmSync(join(copy, 'packages/surety/src/runtime/steps', name), { recursive: true })
    for (const list of ['index.ts', 'members.ts'])
      deleteLines(join(copy, 'packages/surety/src/runtime/steps', list), name)
    run('npx', 'tsx', 'scripts/generate.ts')
    const errors = run('npx', 'tsc', '--noEmit').split('\n')
    const files = run('git', 'ls-files', 'packages/*/src')
      .split('\n')
      .filter((file) => /\.(?:ts|json)$/.test(file))
    return {
      types: errors.filter(
        (line) =>
          /^packages\/\w+\/src\/.*error TS/.test(line) && !NOT_OURS.test(line.split('(')[0]!),
      ),
      left: files.filter((file) => !NOT_OURS.test(file) && isNamed(copy, file, FEATURES[name]!)),
    }
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root, stdio: 'ignore' })
  }
}

/** Deletes the import of a step, its line in the list, and its interface where members extend it. */
function deleteLines(path: string, name: string): void {
  const title = name[0]!.toUpperCase() + name.slice(1)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.includes(`./${name}/`) && line.trim() !== `${name},`)
  const text = lines.join('\n').replaceAll(new RegExp(`extends ${title}Members(?:, )?`, 'g'), '')
  writeFileSync(path, text)
}

function isNamed(folder: string, file: string, names: RegExp): boolean {
  try {
    return names.test(readFileSync(join(folder, file), 'utf8'))
  } catch {
    // The file is deleted.
    return false
  }
}
