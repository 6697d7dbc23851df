import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import ts from 'typescript'

import { root } from '../../scripts/build/targets.mjs'

/** The compiler of `npm run types`, which needs a tenth of the time. Others: `npm run test:compilers`. */
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')

const options = {
  target: 'es2023',
  // Without those of browsers, which take a third of the time and hide what Node lacks.
  lib: ['es2023'],
  module: 'nodenext',
  moduleDetection: 'force',
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
}

/**
 * Type-checks files together; returns the messages by file, each with its line in the block. For the
 * `declared` ones also what keeps the types of their exports from being written down.
 */
export function typeErrorsIn(
  files: readonly string[],
  folder: string,
  declared: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const own = { ...options, typeRoots: [join(folder, 'node_modules', '@types')] }
  const found = new Map<string, string[]>([...files, ...declared].map((file) => [file, []]))
  for (const [each, declaration] of [
    // A program without an extension is none that a compiler reads.
    [files.filter((file) => /\.[cm]?[jt]s$/.test(file)), false],
    [declared, true],
  ] as const) {
    // Beside the files, because a compiler looks for packages from there.
    const place = mkdtempSync(join(folder, 'types-'))
    const config = join(place, 'tsconfig.json')
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...own, declaration }, files: each }))
    for (const message of compile(['-p', config], folder)) {
      const [, file = '', line = '', text = ''] = PLACE.exec(message) ?? []
      const messages = found.get(resolve(folder, file))
      if (!messages) throw new Error(message)
      messages.push(`line ${line} of the block: ${text}`)
    }
    rmSync(place, { recursive: true })
  }
  return found
}

const PLACE = /^(.+?)\((\d+),\d+\): error (.+)$/s

/** Checks a project, and returns the messages of the compiler. */
export function typeErrorsOfProject(file: string): readonly string[] {
  return compile(['--noEmit', '-p', file], root)
}

/** Writes what `tsc -p` writes, without checking the types. */
export function emitProject(file: string): readonly string[] {
  return compile(['--noCheck', '-p', file], root)
}

/** Runs the compiler; a message goes on where a line is indented. */
function compile(argv: readonly string[], cwd: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [tsc, '--pretty', 'false', ...argv],
    { cwd, encoding: 'utf8' },
  )
  const messages = stdout.split(/\n(?! )/).filter((message) => message.trim() !== '')
  if ((status === 0) !== (messages.length === 0))
    throw new Error(`tsc ${status}: ${stdout}${stderr}`)
  return messages
}

/** Strips the types of a block, so that Node 20 can run it. */
export function toJavaScript(text: string): string {
  return ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  }).outputText
}
