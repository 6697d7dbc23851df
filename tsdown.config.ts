import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { defineConfig } from 'tsdown'

const entries = [
  'index',
  'contract/public',
  'contract/schemas/public',
  'dialects/public',
  'formats/public',
  'schema/public',
  'client/public',
  'conformance/public',
  'testing/public',
  'runtime/guard',
  'watchdog/public',
  'http/public',
  'adapters/commander/public',
  'adapters/yargs/public',
  'adapters/oclif/public',
  'adapters/cac/public',
  'adapters/citty/public',
  'cli/main',
]

/** What a plain command needs, which becomes the code of the entry; everything else is behind an `import()`. */
const front = staticImports('src/index.ts')
// Failures share these with `surety run` and with writers, and none should load the other's file for it.
front.add(resolve('src/internal/quote-words.ts'))
front.add(resolve('src/contract/codes/vocabulary.ts'))
front.add(resolve('src/contract/codes/exit-facts.ts'))
// Failures, help and descriptions all start command lines with it.
front.add(resolve('src/runtime/declare/call-words.ts'))
// Failures and checks of declarations both need it.
front.add(resolve('src/runtime/declare/exits/exit-entries.ts'))
// Help and calls in the current generation both need it.
front.add(resolve('src/runtime/input/current-flags.ts'))
// Every command without a declared danger needs it, so every first tool.
front.add(resolve('src/runtime/result/check-effect.ts'))

/** What the writers of other dialects share, so that each is one file more and not six. */
const writing = staticImports('src/dialects/td/encode.ts')
for (const name of ['encode', 'codes']) writing.delete(resolve(`src/dialects/td/${name}.ts`))
// Readers of several dialects need these tables of their writers.
for (const name of ['animus/codes', 'claw/members']) writing.add(resolve(`src/dialects/${name}.ts`))

/** What each other dialect needs to write an answer: one file for a family, and none of its readers. */
const families = ['td', 'animus', 'claw', 'incur'].map((name) => {
  const needed = new Set<string>()
  for (const version of ['.', ...readdirSync(`src/dialects/${name}`)]) {
    staticImports(`src/dialects/${name}/${version}/encode.ts`, needed)
  }
  return { name, test: (id: string) => needed.has(resolve(id)), priority: 3 }
})

/** What every call of a tool in the spec's current generation needs on top. */
const current = new Set<string>()
for (const name of [
  'runtime/input/current-input',
  'runtime/output/emit/emit-current',
  'dialects/spec/1.16/encode',
]) {
  staticImports(`src/${name}.ts`, current)
}

/** What a failure needs on top, so that saying no costs one more file and not ten. */
const failure = new Set<string>()
for (const name of [
  'result/failure/failure-outcome',
  'route/routing-errors',
  'run/errors/input-error',
  'input/recover-input',
]) {
  staticImports(`src/runtime/${name}.ts`, failure)
}

/** What a failure needs beyond that unless its input was refused. */
const encoder = staticImports('src/dialects/spec/1.0/encode.ts')

/** What converts values that are not JSON, which few answers need. */
const conversion = staticImports('src/contract/json/to-json-value.ts')

/** What `surety run` needs on top. */
const run = staticImports('src/cli/commands/run.ts')
// Tools that start programs, lock files or keep configuration share the rest with it.
const isOfRunAlone = (path: string): boolean => /\/src\/(?:cli|client)\//.test(path)

/** What it needs for an answer with an envelope. */
const readers = staticImports('src/client/read/dialect/dialect-readers.ts')

/** What a program of another framework needs for an answer by the contract. */
const engine = staticImports('src/adapters/engine.ts')
// A person's `--help` needs it as well, and nothing else of ours.
engine.delete(resolve('src/adapters/front.ts'))
const isOfEngine = (path: string): boolean =>
  (engine.has(path) && path.includes('/src/adapters/')) || path.endsWith('/active-resources.ts')

/** What serving over MCP needs on top, with the library of the protocol, which is never loaded otherwise. */
const isMcp = (id: string): boolean =>
  /node_modules\/(?:@modelcontextprotocol|zod)\//.test(id) || /\/src\/(?:runtime\/)?mcp\//.test(id)

/** What a page of help needs on top, text for a terminal included. */
const help = staticImports('src/runtime/describe/help-page.ts')

/** What `--schema` and `manifest` need on top. */
const describing = staticImports('src/runtime/describe/schema-flag.ts')
for (const name of ['builtins/manifest', 'manifest/lean-manifest']) {
  staticImports(`src/runtime/describe/${name}.ts`, describing)
}

/**
 * What help, descriptions and unusual declarations share: the built-in commands, words about flags, and the
 * checks of declarations.
 */
const builtins = staticImports('src/runtime/describe/builtins/index.ts')
staticImports('src/runtime/declare/check/check-command.ts', builtins)
for (const path of describing) if (help.has(path)) builtins.add(path)

/**
 * One entry per public subpath plus the command. Shared code becomes chunks, and every dynamic
 * `import()` stays a chunk of its own, so that a heavy package loads only when its home is reached.
 */
export default defineConfig([
  {
    entry: Object.fromEntries(
      entries
        .filter((name) => existsSync(`src/${name}.ts`))
        .map((name) => [name, `src/${name}.ts`]),
    ),
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    // Bundled, because loading it from many files takes twice as long, and zod is an optional peer of ours.
    deps: { alwaysBundle: [/^@modelcontextprotocol\//, /^zod(\/|$)/, /^fast-string-/] },
    alias: { '@modelcontextprotocol/server/_shims': resolve('src/mcp/protocol/sdk-platform.ts') },
    dts: true,
    clean: true,
    // Every start pays for every character: unminified, half of its own time would be parsing.
    minify: true,
    inputOptions: {
      checks: { pluginTimings: false },
      preserveEntrySignatures: 'allow-extension',
    },
    plugins: [
      {
        // Node shows the line of an uncaught error: a mistake in a declaration must not print it all.
        // No text of ours has these words without a blank before them, so that only code is broken into lines.
        name: 'lines',
        generateBundle: (_options, bundle) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk')
              chunk.code = chunk.code.replaceAll(
                /(?<=[;}])(?=(?:async function|function|const) )/g,
                '\n',
              )
          }
        },
      },
      {
        // The minifier writes every text as a template, and V8 reads those slower than quotes.
        name: 'quotes',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk' && chunk.fileName.endsWith('.js'))
              chunk.code = toQuotes(chunk.code, this.parse(chunk.code))
          }
        },
      },
      {
        // One letter beyond Latin-1 makes V8 keep and read the whole file at two bytes a letter.
        name: 'ascii',
        generateBundle: (_options, bundle) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk') chunk.code = toAscii(chunk.code)
          }
        },
      },
      {
        // An import statement evaluates every export of a module of Node and loads what is behind it:
        // streams and promises for a program that only wants `readFileSync`.
        name: 'builtins',
        generateBundle: (_options, bundle) => {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk' && chunk.fileName.endsWith('.js'))
              chunk.code = chunk.code.replaceAll(
                /(?<=^|;)import\{([^}]+)\}from(["']node:[^"']+["']);?/gm,
                (_all, names: string, module: string) =>
                  `const{${names.replaceAll(' as ', ':')}}=process.getBuiltinModule(${module});`,
              )
          }
        },
      },
      {
        // A chunk of several modules comes with a file for each that is loaded by `import()`. It only
        // passes names on, and opening it takes longer than running what it names.
        name: 'facades',
        generateBundle: (_options, bundle) => {
          const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
          for (const name of foldFacades(chunks)) delete bundle[name]
        },
      },
    ],
    outputOptions: {
      chunkFileNames: 'chunks/[name]-[hash].js',
      // Opening a file costs more than reading it, and every run needs all of these.
      codeSplitting: {
        // Whole folders would follow through their index, though nothing of theirs is used.
        includeDependenciesRecursively: false,
        groups: [
          // The version of the package has two users and would be a file of its own.
          {
            name: 'front',
            test: (id) => front.has(resolve(id)) || id.endsWith('/package.json'),
            priority: 5,
          },
          { name: 'writing', test: (id) => writing.has(resolve(id)), priority: 4 },
          ...families,
          { name: 'current', test: (id) => current.has(resolve(id)), priority: 3 },
          { name: 'failure', test: (id) => failure.has(resolve(id)), priority: 2 },
          { name: 'conversion', test: (id) => conversion.has(resolve(id)), priority: 2 },
          { name: 'encoder', test: (id) => encoder.has(resolve(id)), priority: 2 },
          {
            name: 'call',
            test: (id) => run.has(resolve(id)) && isOfRunAlone(resolve(id)),
            priority: 1,
          },
          { name: 'processes', test: (id) => run.has(resolve(id)), priority: 1 },
          { name: 'builtins', test: (id) => builtins.has(resolve(id)), priority: 1 },
          { name: 'describe', test: (id) => describing.has(resolve(id)) },
          { name: 'engine', test: (id) => isOfEngine(resolve(id)) },
          { name: 'readers', test: (id) => readers.has(resolve(id)) },
          { name: 'help', test: (id) => help.has(resolve(id)) || /\/fast-string-/.test(id) },
          { name: 'mcp', test: isMcp },
        ],
      },
    },
  },
])

/** Puts texts that are templates without anything to fill in between quotes. */
function toQuotes(code: string, program: unknown): string {
  let text = ''
  let end = 0
  for (const template of plainTemplates(program).toSorted((a, b) => a.start - b.start)) {
    text += code.slice(end, template.start) + JSON.stringify(template.quasis[0]?.value.cooked)
    end = template.end
  }
  return text + code.slice(end)
}

/** Finds the templates that are mere texts; what has a tag is read by the tag. */
function plainTemplates(node: unknown): readonly Template[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, quasis, tag } = node as Partial<Template>
  if (type === 'TemplateLiteral' && quasis?.length === 1) return [node as Template]
  if (type === 'TaggedTemplateExpression') return plainTemplates(tag)
  return Object.values(node).flatMap(plainTemplates)
}

/** The members of a template, and of one with a tag, that matter here. */
interface Template {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly tag: unknown
  readonly quasis: readonly { readonly value: { readonly cooked: string } }[]
}

/** Spells out what is not ASCII, which is always inside of a text or a pattern. */
function toAscii(code: string): string {
  return code.replaceAll(
    /[^\0-\u007f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Has chunks export what a facade passes on under its own names, and importers of the facade import
 * the chunk. Gives the files that nobody needs any more.
 */
function foldFacades(chunks: readonly Chunk[]): readonly string[] {
  return chunks.flatMap(({ fileName, code, isDynamicEntry }) => {
    const [, imports, target, exports] = (isDynamicEntry && FACADE.exec(code)) || []
    const chunk = chunks.find((each) => each.fileName === join(dirname(fileName), target ?? ''))
    if (!imports || !exports || !chunk) return []
    const inner = new Map(namePairs(imports).map(([name, local]) => [local, name]))
    const given = namePairs(/export\{([^}]*)\};?\s*$/.exec(chunk.code)?.[1] ?? '')
    const names = namePairs(exports).map(([local, name]) => {
      const own = given.find((pair) => pair[1] === inner.get(local))?.[0]
      return own && !given.some((pair) => pair[1] === name) ? `${own} as ${name}` : null
    })
    const isAsked = (text: string): boolean => text.includes(`/${basename(fileName)}"`)
    if (names.includes(null) || !chunks.some((each) => isAsked(each.code))) return []
    chunk.code = chunk.code.replace(/\};?\s*$/, `,${names.join(',')}};\n`)
    for (const each of chunks) {
      each.code = each.code.replaceAll(`/${basename(fileName)}")`, `/${basename(chunk.fileName)}")`)
    }
    return chunks.some((each) => isAsked(each.code)) ? [] : [fileName]
  })
}

/** The members of a chunk that matter here. */
interface Chunk {
  readonly fileName: string
  readonly isDynamicEntry: boolean
  code: string
}

/** A file that does nothing but give away names of another beside it. */
const FACADE = /^import\{([^}]*)\}from"\.\/([^"]+)";\s*export\{([^}]*)\};?\s*$/

/** Reads `a as b,c` as pairs. */
function namePairs(list: string): readonly (readonly [string, string])[] {
  return list.split(',').map((part) => {
    const [from = '', to = from] = part.split(' as ')
    return [from, to]
  })
}

/**
 * Finds a module and everything that it imports when it loads. An index is followed only to where
 * the imported names come from, as the bundler does; `import()` is left out.
 */
function staticImports(file: string, found: Set<string> = new Set()): Set<string> {
  const path = resolve(file)
  if (found.has(path) || !existsSync(path)) return found
  found.add(path)
  for (const { names, target } of importsOf(path)) {
    if (!target.endsWith('/index.ts')) staticImports(target, found)
    else {
      for (const hop of importsOf(target)) {
        if (hop.names.some((name) => names.includes(name))) staticImports(hop.target, found)
      }
    }
  }
  return found
}

/** Lists the modules that one imports at run time, with the names that it takes from each. */
function importsOf(path: string): readonly { names: readonly string[]; target: string }[] {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const statements = text.matchAll(/^(?:im|ex)port (.*?)from '(\.[^']+)'/gms)
  return [...statements].flatMap(([, clause = '', target = '']) => {
    const names = clause
      .replaceAll(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    if (clause.startsWith('type ') || names.length === 0) return []
    return [{ names, target: join(dirname(path), target) }]
  })
}
