import ts from 'typescript'

import { coreFiles } from './core.ts'
import { countNodes, sources, textOf, tracked } from './sources.ts'

const RUNTIME = 'packages/surety/src/runtime'

/** How much there is to read, to learn and to keep: each figure may only fall (tests/house.test.ts). */
export function house(): Readonly<Record<string, number>> {
  const members = JSON.parse(textOf(`${RUNTIME}/declare/members.json`)) as Readonly<
    Record<'tool' | 'command', object>
  >
  const core = coreFiles()
  const pages = tracked.filter((file) => /^docs\/(?!decisions\/).*\.md$/.test(file))
  return {
    'syntax nodes of src': [...countNodes().values()].reduce((sum, nodes) => sum + nodes, 0),
    'files of src': sources.length,
    'files of the core': core.length,
    'syntax nodes of the core': core.reduce((sum, { nodes }) => sum + nodes, 0),
    'tracked files': tracked.length,
    'commands of surety': count('packages/cli/src/cli/app.ts', /^ {4}\w+: \w+\(/gm),
    'framework flags': flags().length,
    'members of a command': Object.keys(members.command).length,
    'members of a tool': Object.keys(members.tool).length,
    'members of a context': contextMembers(),
    'pages of docs': pages.length,
    'words of docs': pages.reduce((sum, page) => sum + wordsOf(textOf(page)), 0),
    'lines of bench': linesUnder('bench/'),
    'lines of scripts': linesUnder('scripts/'),
    'bytes of AGENTS.md': Buffer.byteLength(textOf('AGENTS.md')),
    'waiting changesets': tracked.filter((file) => /^\.changeset\/(?!README).*\.md$/.test(file))
      .length,
  }
}

function count(file: string, pattern: RegExp): number {
  return textOf(file).match(pattern)?.length ?? 0
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

function linesUnder(folder: string): number {
  const files = tracked.filter(
    (file) => file.startsWith(folder) && !file.endsWith('package-lock.json'),
  )
  return files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
}

/** The rows of the table of flags, and those that steps bring. */
function flags(): readonly string[] {
  const files = tracked.filter(
    (file) =>
      file === `${RUNTIME}/declare/framework-flags.ts` ||
      (file.startsWith(`${RUNTIME}/steps/`) && !file.endsWith('.test.ts')),
  )
  return files.flatMap((file) => textOf(file).match(/(?:\bflag\(|\bkey: )'\w+'/g) ?? [])
}

function contextMembers(): number {
  const file = `${RUNTIME}/handler/context.ts`
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)
  const interfaces = source.statements.filter((each) => ts.isInterfaceDeclaration(each))
  // Args, options and env come from the input that `validate` gets as well.
  return interfaces
    .filter(({ name }) => ['Context', 'ValidatedInput'].includes(name.text))
    .reduce((sum, { members }) => sum + members.length, 0)
}
