import type { ListedCommand } from '../../../client/index.ts'
import { leftOut, notShown, type CheckResult } from '../../check.ts'
import type { Probing } from '../../probing/probing.ts'
import { NEEDS } from '../needs.ts'

/** Finds the listed command that words name; undefined if none, or only a group. */
export function commandOf(
  commands: readonly ListedCommand[],
  words: readonly string[],
): ListedCommand | undefined {
  const end = words.findIndex((word) => word.startsWith('-'))
  const leading = end === -1 ? words : words.slice(0, end)
  for (let length = leading.length; length > 0; length -= 1) {
    const path = leading.slice(0, length).join('.')
    const command = commands.find((each) => each.path === path)
    if (command !== undefined) return command.isGroup ? undefined : command
  }
  // The tool itself, if it is one command.
  return commands.find((each) => each.words.length === 0)
}

/** The result of a check that compares the tool with its manifest, where there is none. */
export function noManifest(tool: Probing): CheckResult {
  const absent = tool.subject.absent.get('manifest')
  if (absent !== undefined) return leftOut(absent)
  return notShown('The tool has no manifest.', NEEDS.manifest)
}
