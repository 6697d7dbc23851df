import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { UserConfig } from 'tsdown'

import { sourceNames } from './source-names.mjs'
import { root } from './targets.mjs'

const comments = { legal: true, annotation: true, jsdoc: false }

/** Opening a file costs a millisecond, so each of these and all that it imports stand in one chunk; the first one takes. */
const chunks = {
  framework:
    /\/(?:surety\/src\/(?:index|runtime\/run\/reissued-command-line)|internal\/src\/(?:given|group-by|quote-words))\.ts$/,
  schemas:
    /\/src\/(?:schema\/(?:describe-schema|foreign)|contract\/codes\/code-word)\.ts$|\/internal\/src\/json-schema\/main-type\.ts$/,
  argv: /\/src\/runtime\/(?:declare\/(?:framework-flags|exits\/exit-table)|input\/flagged|help\/builtins\/index)\.ts$|\/package\.json$/,
  encoders:
    /\/src\/(?:dialects\/spec\/failure|runtime\/(?:output\/encode-run|run\/errors\/input-error)|contract\/json\/to-json-value)\.ts$|\/internal\/src\/(?:json\/json-values|closest)\.ts$/,
  fail: /\/src\/runtime\/(?:input\/(?:mistakes|lost)|result\/expected-failure)\.ts$/,
  shape: /\/src\/runtime\/result\/shape\.ts$/,
  judge: /\/src\/runtime\/declare\/check\/judge\.ts$/,
  help: /\/src\/runtime\/help\/end\.ts$/,
  manifest: /\/src\/runtime\/help\/(?:schema-flag|builtins\/manifest|manifest\/exit-entries)\.ts$/,
  names:
    /\/internal\/src\/(?:own-folder|argument-names|process\/active-resources|json\/json-text)\.ts$|\/src\/contract\/json\/taken-value\.ts$/,
  internal: /\/internal\/src\/(?:atomic-file|process\/(?:file-lock|process-groups))\.ts$/,
  human: /\/src\/runtime\/output\/emit-people\.ts$/,
  reading: /\/dialects\/(?:read|json|encode|\w+\/evidence).*(?<!\.d)\.ts$/,
  crash: /\/src\/runtime\/result\/failed\.ts$/,
  advice: /\/src\/runtime\/declare\/check\/advice\.ts$/,
  surface: /\/(?:src\/runtime\/surface|internal\/src\/trace-context)\.ts$/,
  children:
    /\/internal\/src\/(?:process\/run-process\.ts|redact\/secret-options\.ts|programs\.json)$/,
  input:
    /\/(?:src\/cli\/input\/option-kinds|src\/description\/(?:common-problems|description|place)|internal\/src\/(?:lines|shell-words))\.ts$/,
  current: /\/src\/dialects\/spec\/1\.(?:6|16)\/encoder.*(?<!\.d)\.ts$/,
  run: /\/src\/cli\/commands\/run\.ts$/,
  // Not what imports the library of the protocol, before which something has to be done.
  mcp: /node_modules\/(?:@modelcontextprotocol|zod)\/|\/src\/(?:runtime\/)?mcp\/(?!protocol\/sdk\.ts$)/,
}
const groups = Object.entries(chunks).map(([name, test], at) => ({ name, test, priority: 30 - at }))

/** One entry per public subpath. Shared code becomes chunks, and so does every `import()`. */
export function library(folder: string): UserConfig {
  const { exports, bin = {} } = JSON.parse(
    readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
  ) as { exports: Record<string, string>; bin?: Record<string, string> }
  const files = [...Object.values(exports), ...Object.values(bin)]
  const entries = files.flatMap((file) => /dist\/(.+)\.js$/.exec(file)?.[1] ?? [])
  return {
    ...everything,
    entry: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    plugins: [
      vendored(),
      sources((name) => SHARED.test(name)),
      tablesAsText(),
      throughTheDoor(),
      withoutFacades(),
    ],
  }
}

/** Libraries of others by the file of a package's build that holds them. */
const VENDORED = [
  { file: 'mcp', names: /^@modelcontextprotocol\/server(?:\/stdio)?$/ },
  { file: 'yaml', names: /^yaml$/ },
]

/**
 * The libraries of others in the build of a package, minified: they would be a third of `surety`, few tools load them, and
 * nobody reads them there. Our own code stays as it is, since people meet it in stack traces.
 */
export function vendor(...files: readonly ('mcp' | 'yaml')[]): UserConfig {
  const entries = files.map((file) => [
    `vendor/${file}`,
    join(root, 'scripts', 'build', 'vendor', `${file}.ts`),
  ])
  return {
    ...everything,
    entry: Object.fromEntries(entries) as Record<string, string>,
    minify: true,
    dts: false,
    clean: false,
    outputOptions: { comments },
  }
}

/** Others, which load faster from one file, and what is shared and has no state. Zod is an optional peer. */
const BUNDLED = /^@(?:modelcontextprotocol|bgotink)\/|^zod(?:\/|$)|^fast-string-|\/yaml\//
const SHARED = /^(?:@surety\/internal|surety\/schemas)\/|^surety\/unstable\/human$/

const options = {
  checks: { pluginTimings: false, ineffectiveDynamicImport: false },
  preserveEntrySignatures: 'allow-extension',
} as const

const everything: UserConfig = {
  outDir: 'dist',
  tsconfig: join(root, 'tsconfig.json'),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  deps: { alwaysBundle: [BUNDLED, SHARED] },
  alias: {
    '@modelcontextprotocol/server/_shims': join(
      root,
      'packages/surety/src/mcp/protocol/sdk-platform.ts',
    ),
    // Its modules for Node are CommonJS, which applications that bundle us cannot load.
    yaml: join(root, 'node_modules/yaml/browser/index.js'),
  },
  dts: true,
  clean: true,
  inputOptions: {
    ...options,
    // Without comments that name the sources, which are as long as some of them.
    experimental: {
      attachDebugInfo: 'none',
      // Entries would offer what chunks need of them beside the names that users may rely on.
      chunkOptimization: false,
    },
  },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The declarations have them; without them a start reads a quarter less.
    comments,
    codeSplitting: { groups },
    minifyInternalExports: false,
  },
}

/**
 * The package for owners of a program: the question as ES module and as CommonJS, and what answers as CommonJS alone, because
 * only that can be loaded in the same tick. It depends on nothing, so what it needs of `surety` is in its build.
 */
const adopted: UserConfig = {
  ...everything,
  deps: { alwaysBundle: [/^@?surety/] },
  plugins: [sources(() => true), tablesAsText()],
  checks: { legacyCjs: false },
  outputOptions: { comments, minifyInternalExports: false },
}
export const adopt: UserConfig[] = [
  { ...adopted, entry: { index: 'src/index.ts' } },
  { ...adopted, entry: { index: 'src/index.ts' }, format: 'cjs', clean: false },
  { ...adopted, entry: { start: 'src/start.ts' }, format: 'cjs', dts: false, clean: false },
]

/** What commands that run programs take of the larger parts below, which would be loaded whole for it. */
const running = Object.entries({
  running:
    /\/internal\/src\/(?:sha256|json-schema\/check-value|process\/quiet-environment|trace-context)\.ts$/,
  known:
    /\/client\/src\/(?:client\/known\/(?:known-program|list-cap)|programs\/(?:known-end|settling-read|starters|answer-of-exit))\.ts$/,
}).map(([name, test], at) => ({ name, test, priority: 23.9 - at / 10 }))

/** The tree of commands. A command is an application: all packages that it uses are in its build. */
export const command: UserConfig = {
  ...everything,
  format: 'cjs',
  checks: { legacyCjs: false },
  // The second makes the framework one chunk, as for its users; nobody loads the file, which the build deletes.
  entry: { 'cli/main': 'src/cli/main.ts', 'cli/framework': '../surety/src/index.ts' },
  plugins: [
    apart('/run-note.ts', '../cli/note.cjs'),
    sources(() => true),
    tablesAsText(),
    withoutFacades(),
  ],
  dts: false,
  outputOptions: {
    ...everything.outputOptions,
    // The command loads its files itself; `import()` is for Node's own loader, which would have to start for it.
    dynamicImportInCjs: false,
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: { groups: [...running, ...groups] },
  },
}

/** A single file in the format that Node starts soonest. It reads no YAML: the build has JSON. */
const alone: UserConfig = {
  ...everything,
  format: 'cjs',
  inputOptions: { ...options, experimental: { attachDebugInfo: 'none' } },
  checks: { legacyCjs: false },
  plugins: [apart('/yaml-text.ts', 'yaml'), sources(() => true), tablesAsText()],
  dts: false,
  clean: false,
  outputOptions: { comments, chunkFileNames: 'cli/[name].cjs' },
}

/** The start of the command. It shares no file with what it loads, which it would load once more. */
export const start: UserConfig = { ...alone, entry: { 'cli/surety': 'src/cli/surety.ts' } }

/** The hook after commands. */
export const note: UserConfig = {
  ...alone,
  entry: {
    'cli/note': 'src/cli/commands/hook/run-note.ts',
  },
  outputOptions: {
    comments,
    chunkFileNames: 'cli/note-[name].cjs',
    // Most commands have nothing to tell and load the first alone; a file less is a millisecond.
    codeSplitting: {
      groups: [
        { name: 'core', test: /\/run-note\.ts$/, priority: 3 },
        // What both need is here, so that a plain command does without the parser.
        { name: 'missed', test: /\/(?:missed-note|starters)\.ts$/, priority: 2 },
        { name: 'lines', test: /\/missed-in-line\.ts$/, priority: 1 },
      ],
    },
  },
}

/** Leaves libraries to the files of `vendor()`, which chunks find beside their folder. */
function vendored() {
  return {
    name: 'vendored',
    resolveId(source: string) {
      const found = VENDORED.find(({ names }) => names.test(source))
      return found && { id: `../vendor/${found.file}.js`, external: true }
    },
    renderChunk(code: string, { fileName }: { readonly fileName: string }) {
      if (code.includes('../vendor/') && !fileName.startsWith('chunks/'))
        throw new Error(`${fileName} is no chunk, so it would not find ../vendor.`)
      return null
    },
  }
}

/** Has `import()` name the chunk that holds a module, not a file that only passes its names on: each costs a millisecond. */
function withoutFacades() {
  return {
    name: 'without-facades',
    generateBundle(_: unknown, bundle: Record<string, { code?: string; isEntry?: boolean }>) {
      for (const [file, { code = '', isEntry }] of Object.entries(bundle)) {
        const [, , holder, , required] = isEntry ? [] : (PASSES_NAMES_ON.exec(code) ?? [])
        if (!holder && !required) continue
        delete bundle[file]
        for (const chunk of Object.values(bundle))
          if (chunk.code) chunk.code = chunk.code.replaceAll(basename(file), (holder ?? required)!)
      }
    },
  }
}

const PASSES_NAMES_ON =
  /^import (\{[^}]*\}) from "\.\/([^"]+)";\nexport \1;\s*$|^const (\w+) = require\("\.\/([^"]+)"\);\n(?:exports\.(\w+) = \3\.\5;\s*)+$/

/** What a command is written with, other packages have by the front door. */
function throughTheDoor() {
  return {
    name: 'through-the-door',
    renderChunk: (code: string) => code.replaceAll('"surety/unstable/runtime"', '"surety"'),
  }
}

/** Leaves a module to another build. */
function apart(end: string, id: string) {
  const resolveId = (source: string) => (source.endsWith(end) ? { id, external: true } : undefined)
  return { name: `apart-${end}`, resolveId }
}

/** Takes packages of ours from their sources; which ones, `isBundled` says of their names. */
function sources(isBundled: (name: string) => boolean) {
  return {
    name: 'sources',
    resolveId(source: string) {
      if (!/^@?surety(?:\/|$)/.test(source)) return undefined
      if (!isBundled(source)) return { id: source, external: true }
      const named = sourceNames.find(({ find }) => find.test(source))
      return named && source.replace(named.find, named.replacement)
    },
  }
}

/** Keeps tables as JSON, which takes half of the bytes that they would as objects of a program. */
function tablesAsText() {
  return {
    name: 'tables-as-text',
    transform(code: string, id: string) {
      if (!/\/(?:src|schemas|lines)\/.*\.json$/.test(id)) return
      const text = JSON.stringify(JSON.parse(code)).replaceAll('`', String.raw`\u0060`)
      const safe = text.replaceAll('${', String.raw`\u0024{`)
      return { code: `export default JSON.parse(String.raw\`${safe}\`)`, moduleType: 'js' as const }
    },
  }
}
