import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { packages, root } from '../build/targets.mjs'
import { installFolder } from './install-package.ts'

/**
 * Writes a project that imports every subpath of the installed package and has the compiler check its
 * declarations too, as compilers do by default. Returns its configurations: with and without a distinction
 * between missing and undefined.
 */
export function writeTypeConsumer(): readonly string[] {
  const folder = join(installFolder, 'consumer')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(join(root, 'node_modules', '@types'), join(folder, 'node_modules', '@types'))
  const typed = Object.entries(packages).flatMap(([name, imported]) => {
    const text = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')
    const { exports } = JSON.parse(text) as { readonly exports: Readonly<Record<string, unknown>> }
    const paths = Object.keys(exports).filter((path) =>
      JSON.stringify(exports[path]).includes('.js"'),
    )
    return paths.map((path) => `${imported}${path.slice(1)}`)
  })
  const lines = typed.map((path, at) => `export * as part${at} from '${path}'\n`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  writeFileSync(join(folder, 'all.ts'), lines.join(''))
  return [false, true].map((exactOptionalPropertyTypes) => {
    const file = join(folder, exactOptionalPropertyTypes ? 'exact.json' : 'loose.json')
    const language = { target: 'es2023', lib: ['es2023'], module: 'nodenext', types: ['node'] }
    const compilerOptions = { ...language, strict: true, noEmit: true, exactOptionalPropertyTypes }
    writeFileSync(file, JSON.stringify({ compilerOptions, files: ['all.ts'] }))
    return file
  })
}
