import { resolve } from 'node:path'

import { defineConfig } from 'tsdown'

import manifest from './package.json' with { type: 'json' }

const files = Object.values(manifest.exports)
const entries = files.flatMap((file) => /dist\/(.+)\.js$/.exec(file)?.[1] ?? [])
const comments = { legal: true, annotation: true, jsdoc: false }

/** Opening a file costs a millisecond, so each of these and all that it imports stand in one chunk; the first one takes. */
const chunks = {
  framework: /\/src\/(?:index|internal\/(?:given|group-by))\.ts$/,
  front: /\/src\/(?:adapters\/front|internal\/command-words)\.ts$/,
  exits:
    /\/src\/(?:runtime\/declare\/(?:flag-name|exits\/exit-table)|dialects\/registry\/word-for|schema\/describe-schema|internal\/(?:quote-words|closest|json\/json-values))\.ts$/,
  flags:
    /\/src\/(?:runtime\/declare\/framework-flags|internal\/json-schema\/main-type)\.ts$|\/package\.json$/,
  reissue: /\/src\/runtime\/run\/(?:reissued-command-line|errors\/input-error)\.ts$/,
  argv: /\/src\/runtime\/route\/flagged-line\.ts$/,
  encoders: /\/src\/(?:dialects\/spec\/encoders|runtime\/output\/encode-run)\.ts$/,
  fail: /\/src\/runtime\/route\/refusal\.ts$/,
  shape: /\/src\/runtime\/result\/shape-data\.ts$/,
  judge: /\/src\/runtime\/declare\/check\/judge\.ts$/,
  describe: /\/src\/runtime\/describe\/index\.ts$/,
  model: /\/src\/runtime\/describe\/command-help\.ts$/,
  manifest:
    /\/src\/runtime\/describe\/(?:schema-flag|builtins\/manifest|manifest\/exit-entries)\.ts$/,
  internal:
    /\/src\/(?:internal\/(?:own-folder|atomic-file|argument-names|process\/(?:file-lock|process-groups|active-resources))|internal\/json\/json-text|contract\/json\/taken-value)\.ts$/,
  human: /\/src\/runtime\/output\/emit-text\.ts$/,
  reading: /\/dialects\/(?:read|json|encode|\w+\/evidence).*(?<!\.d)\.ts$/,
  crash: /\/src\/runtime\/result\/failed\.ts$/,
  advice: /\/src\/runtime\/declare\/check\/advice\.ts$/,
  surface: /\/src\/(?:runtime\/surface|internal\/telemetry\/trace-context)\.ts$/,
  children:
    /\/src\/internal\/(?:process\/run-process\.ts|redact\/secret-options\.ts|programs\.json)$/,
  input:
    /\/src\/(?:cli\/input\/option-kinds|description\/(?:common-problems|description|place)|internal\/lines)\.ts$/,
  current: /\/src\/runtime\/(?:steps\/inspect|input\/(?:rewrite-input|rules-1\.16)).*\.ts$/,
  run: /\/src\/cli\/commands\/run\.ts$/,
  mcp: /node_modules\/(?:@modelcontextprotocol|zod)\/|\/src\/(?:runtime\/)?mcp\//,
}
const groups = Object.entries(chunks).map(([name, test], at) => ({ name, test, priority: 30 - at }))

/** One entry per public subpath plus the command. Shared code becomes chunks, and so does every `import()`. */
const everything = defineConfig({
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  entry: Object.fromEntries([...entries, 'cli/main'].map((name) => [name, `src/${name}.ts`])),
  // Bundled, because loading it from many files takes twice as long, and zod is an optional peer of ours.
  deps: { alwaysBundle: [/^@modelcontextprotocol\//, /^zod(\/|$)/, /^fast-string-/, /\/yaml\//] },
  alias: {
    '@modelcontextprotocol/server/_shims': resolve('packages/surety/src/mcp/protocol/sdk-platform.ts'),
    // Its modules for Node are CommonJS, which applications that bundle us cannot load.
    yaml: resolve('node_modules/yaml/browser/index.js'),
  },
  plugins: [
    apart('/run-hook.ts', '../cli/hook.cjs'),
    apart('/run-note.ts', '../cli/note.cjs'),
    tablesAsText(),
  ],
  dts: true,
  clean: true,
  inputOptions: {
    checks: { pluginTimings: false, ineffectiveDynamicImport: false },
    // Without comments that name the sources, which are as long as some of them.
    experimental: { attachDebugInfo: 'none' },
    preserveEntrySignatures: 'allow-extension',
  },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The declarations have them; without them a start reads a quarter less.
    comments,
    codeSplitting: { groups },
    minifyInternalExports: false,
  },
})

/** The command and the hook of agents, in the format that Node starts soonest. They read no YAML: the build has JSON. */
const start = defineConfig({
  ...everything,
  format: 'cjs',
  checks: { legacyCjs: false },
  entry: { 'cli/surety': 'packages/cli/src/cli/surety.ts', 'cli/hook': 'packages/cli/src/cli/commands/hook/run-hook.ts' },
  plugins: [
    apart('/main.ts', './main.js'),
    apart('/yaml-text.ts', 'yaml'),
    apart('/run-note.ts', './note.cjs'),
  ],
  dts: false,
  clean: false,
  outputOptions: { comments, chunkFileNames: 'cli/[name].cjs' },
})

/** The hook after commands, apart so that neither of the two loads parts that both have as files of their own. */
const note = defineConfig({
  ...start,
  entry: { 'cli/note': 'packages/cli/src/cli/commands/hook/after/run-note.ts' },
  plugins: [apart('/yaml-text.ts', 'yaml')],
  outputOptions: {
    comments,
    chunkFileNames: 'cli/note-[name].cjs',
    // Most commands have nothing to tell and load the first alone; a file less is a millisecond.
    codeSplitting: {
      groups: [
        { name: 'core', test: /\/run-note\.ts$/, priority: 2 },
        { name: 'missed', test: /\/(?:missed-note|starters|failed-before)\.ts$/, priority: 1 },
      ],
    },
  },
})

export default [everything, start, note]

/** Leaves a module to another build. */
function apart(end: string, id: string) {
  const resolveId = (source: string) => (source.endsWith(end) ? { id, external: true } : undefined)
  return { name: `apart-${end}`, resolveId }
}

/** Keeps tables as JSON, which takes half of the bytes that they would as objects of a program. */
function tablesAsText() {
  return {
    name: 'tables-as-text',
    transform(code: string, id: string) {
      if (!/\/src\/.*\.json$/.test(id)) return
      const text = JSON.stringify(JSON.parse(code)).replaceAll('`', String.raw`\u0060`)
      const safe = text.replaceAll('${', String.raw`\u0024{`)
      return { code: `export default JSON.parse(String.raw\`${safe}\`)`, moduleType: 'js' as const }
    },
  }
}
