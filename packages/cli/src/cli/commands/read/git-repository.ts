import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { GitCall } from './asked-repository.ts'
import { KEYS } from './git-settings.ts'
import { FRESH } from './looks.ts'
import { isThere, linksIn, type ReadLimits, type Refusal } from './program-file.ts'

/** Refuses a call of git that may run what the repository names, read what is elsewhere, or show credentials. */
export async function judgeGit(call: GitCall, limits: ReadLimits): Promise<Refusal | undefined> {
  // Without a command git tells its version or its usage, and looks at no repository.
  if (call.command === '') return undefined
  const isPlain = call.globals.every((word) => /^(?:-P|--no-pager|--no-optional-locks)$/.test(word))
  const plain = isPlain ? plainRepository(realpathSync(call.cwd)) : undefined
  const isLooking = LOOKING.test(call.command) && !call.rest.some((word) => IGNORING.test(word))
  const isKnown = plain !== undefined && !KEYS.test(plain.config) && !SHOWING.test(call.command)
  // A part of the index may be in another file, and a file may be called like that.
  const isWhole = plain !== undefined && !plain.index.includes('link\0')
  const hasModules = isLooking && (isWhole ? plain.index.includes(LINK) : undefined)
  if (isKnown && hasModules === false) return undefined
  // Hooks of agents load this file, and most of their commands need no process of git.
  const { judgeAsked } = await import('./asked-repository.ts')
  return judgeAsked(call, limits, hasModules)
}

/** Commands that print settings. */
const SHOWING = /^(?:config|remote|ls-remote|var)$/
/** Commands that look into the folders of submodules, where git has other configuration. */
const LOOKING = /^(?:status|diff|diff-index|diff-files|describe|commit|add|submodule)$/
const IGNORING = /^--ignore-submodules(?:=dirty|=all)?$/
/** The mode of a submodule in the index. */
const LINK = '\0\0\xe0\0'

/**
 * Reads the repository of a folder, if it is of the plainest kind. Whether git would take it is certain only then: git
 * passes over what it holds for no repository, and takes the next one above. Everything else is asked of git.
 */
function plainRepository(folder: string): { config: string; index: string } | undefined {
  const own = join(folder, '.git')
  const kindOf = (name: string) => FRESH.facts(join(own, name))
  const text = (name: string) => (kindOf(name) ? readFileSync(join(own, name), 'latin1') : '')
  if (isThere(own)) {
    const isOne =
      ['', 'objects', 'refs'].every((name) => isOpenFolder(join(own, name))) &&
      ['HEAD', 'config'].every((name) => kindOf(name)?.isFile() === true) &&
      /^(?:ref: refs\/[\w./-]+|[\da-f]{40})\n$/.test(text('HEAD'))
    const isElsewhere =
      ['commondir', 'config.worktree', 'objects/info/alternates'].some(kindOf) ||
      (isOne && linksIn(own).length > 0)
    return isOne && !isElsewhere ? { config: text('config'), index: text('index') } : undefined
  }
  // It may be a repository itself.
  if (isThere(join(folder, 'HEAD'))) return undefined
  const above = dirname(folder)
  return above === folder ? { config: '', index: '' } : plainRepository(above)
}

/** Git asks whether it may enter; a folder of our own that everybody may enter leaves no doubt. */
function isOpenFolder(path: string): boolean {
  const facts = FRESH.facts(path)
  const isOurs = facts?.uid === process.getuid?.()
  return facts?.isDirectory() === true && isOurs && (facts.mode & 0o100) !== 0
}
