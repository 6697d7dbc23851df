/** A program of the registry, the line that adopts it, and what is asked of it. */
export interface Tool {
  readonly name: string
  /** Its folder in `node_modules`. */
  readonly folder: string
  /** With the version of the framework, if it has one. */
  readonly framework: string
  readonly bin: string
  /** What stands before `_FORMAT`. */
  readonly variable: string
  readonly edits: readonly Edit[]
  readonly calls: readonly Call[]
  /** Files beside those that all have. */
  readonly world?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** What differs from run to run. */
  readonly masks?: readonly RegExp[]
}

/** A line that loads us, and a second one that calls us: changed from one of the program, or the first of the file. */
export interface Edit {
  readonly file: string
  readonly load: 'import' | 'require'
  readonly from?: string
  readonly to?: string
  readonly first?: string
}

export interface Call {
  readonly words: readonly string[]
  readonly stdin?: string
  /** The code of a failure, where it is not COMMAND_FAILED. */
  readonly code?: string
  /** Whether this command has `--json` itself. */
  readonly isOwn?: true
  /** Whether it prints nothing and its action returns something. */
  readonly returned?: true
}

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><!-- one --><g><path d="M 0 0 L 10.000 10.0"/></g></svg>'

/** Files that every program finds where it is started. */
export const WORLD: Readonly<Record<string, string>> = {
  'package.json': '{"name":"world","version":"1.2.3","dependencies":{"left-pad":"1.3.0"}}',
  'a.svg': SVG,
  'b.svg': SVG.replace('10.000', '20.000'),
  'broken.svg': '<svg><path',
  'good.md': '# One\n\nA line.\n',
  'bad.md': '# One\n\n\n\n# Two\nA line with a trailing space \n',
  'a.js': 'const f = (x) => x ** 2\nmodule.exports = { f, g: f?.(2) ?? 1 }\n',
  'broken.js': 'const = 3\n',
  'esm.mjs': 'export const one = 1\nexport default () => one + 1\n',
  'a.ts': 'export interface A { name: string; size?: number }\nexport const one: number = 1\n',
  'tsconfig.json': '{"compilerOptions":{"outDir":"out","baseUrl":"."}}',
  'a.html':
    '<!doctype html>\n<html>\n  <head><title>A</title></head>\n  <body> <p>  hi </p> </body>\n</html>\n',
  'a.css': 'a { color: red; }\n',
  'a.json': '{"b": [1, 2], "a": null}\n',
  'broken.json': '{"b": [1, 2',
  'a.yaml': 'b:\n  - 1\n  - 2\na: null\n',
  'swagger.json': '{"swagger":"2.0","info":{"title":"A","version":"1"},"paths":{}}',
  'a.mjml': '<mjml><mj-body><mj-text>hi</mj-text></mj-body></mjml>',
  'latin.bin': 'ab\u0000cd',
}

const words = (line: string): readonly string[] => (line === '' ? [] : line.split(' '))
export const call = (line: string, more: Omit<Call, 'words'> = {}): Call => ({
  words: words(line),
  ...more,
})
export const refused = (line: string, code: string): Call => call(line, { code })
