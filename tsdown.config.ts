import { resolve } from 'node:path'

import { defineConfig } from 'tsdown'

import manifest from './package.json' with { type: 'json' }

const files = Object.values(manifest.exports)
const entries = files.flatMap((file) => /dist\/(.+)\.js$/.exec(file)?.[1] ?? [])
const READING = /\/dialects\/(?:read|json|\w+\/evidence).*(?<!\.d)\.ts$/
const MCP = /node_modules\/(?:@modelcontextprotocol|zod)\/|\/src\/(?:runtime\/)?mcp\//
const comments = { legal: true, annotation: true, jsdoc: false }

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
    '@modelcontextprotocol/server/_shims': resolve('src/mcp/protocol/sdk-platform.ts'),
    // Its modules for Node are CommonJS, which applications that bundle us cannot load.
    yaml: resolve('node_modules/yaml/browser/index.js'),
  },
  plugins: [apart('/run-hook.ts', '../cli/hook.cjs')],
  dts: true,
  clean: true,
  inputOptions: {
    checks: { pluginTimings: false, ineffectiveDynamicImport: false },
    preserveEntrySignatures: 'allow-extension',
  },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The declarations have them; without them a start reads a quarter less.
    comments,
    // Opening a file costs a millisecond, so what a call needs together stands in one.
    codeSplitting: {
      groups: [
        group('framework', 4, 'index', 'dialects/encode'),
        group('describe', 3, 'runtime/describe/index', 'runtime/describe/builtins/manifest'),
        group('human', 3, 'runtime/output/emit-text'),
        // Tools of every dialect have it, `surety run` has much else.
        { name: 'reading', test: READING, priority: 3 },
        group('run', 2, 'cli/commands/run'),
        group('lines', 2, 'internal/lines'), // read by much that serves no MCP
        { name: 'mcp', test: MCP, priority: 1 },
      ],
    },
  },
})

/** The command and the hook of agents, in the format that Node starts soonest. They read no YAML: the build has JSON. */
const start = defineConfig({
  ...everything,
  format: 'cjs',
  checks: { legacyCjs: false },
  entry: { 'cli/surety': 'src/cli/surety.ts', 'cli/hook': 'src/cli/commands/hook/run-hook.ts' },
  plugins: [apart('/main.ts', './main.js'), apart('/yaml-text.ts', 'yaml')],
  dts: false,
  clean: false,
  outputOptions: { comments },
})

export default [everything, start]

/** Leaves a module to another build. */
function apart(end: string, id: string) {
  const resolveId = (source: string) => (source.endsWith(end) ? { id, external: true } : undefined)
  return { name: `apart-${end}`, resolveId }
}

/** Puts modules, and all that they import when they load, into one chunk. */
function group(name: string, priority: number, ...roots: readonly string[]) {
  const found = new Set(roots.map((root) => resolve(`src/${root}.ts`)))
  return { name, priority, test: (id: string) => found.has(resolve(id)) }
}
