import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Esbuild {
  buildSync(options: {
    readonly stdin: { contents: string; resolveDir: string; loader: 'ts' }
    readonly outfile: string
    readonly bundle: true
    readonly platform: 'node'
    readonly format: 'esm'
    readonly ignoreAnnotations: true
  }): unknown
}

const require = createRequire(import.meta.url)

/**
 * Bundles the TypeScript of a program that a test starts, with what it imports from here, into a file for Node.
 * `--import tsx` would do without the file, but take a third of a second in every process.
 */
export function bundleProgram(source: string, outfile: string): void {
  // The bundler inside tsx.
  const { buildSync } = createRequire(require.resolve('tsx'))('esbuild') as Esbuild
  const resolveDir = fileURLToPath(new URL('../../../', import.meta.url))
  const stdin = { contents: source, resolveDir, loader: 'ts' } as const
  // A program is all effect, and `sideEffects` in package.json says that nothing has any.
  const kind = { bundle: true, platform: 'node', format: 'esm', ignoreAnnotations: true } as const
  buildSync({ stdin, outfile, ...kind })
}
