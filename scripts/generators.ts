import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs every `scripts/generate/*.ts`, and gives what differs from the files that are there. */
export async function findStaleFiles(): Promise<Readonly<Record<string, string>>> {
  const stale: Record<string, string> = {}
  for (const name of generators()) {
    for (const [path, text] of Object.entries(await load(name)))
      if ((await read(path)) !== text) stale[path] = text
  }
  return stale
}

function generators(): readonly string[] {
  return readdirSync(join(root, 'scripts', 'generate'))
    .filter((name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(name))
    .sort()
}

async function load(name: string): Promise<Readonly<Record<string, string>>> {
  const module: unknown = await import(pathToFileURL(join(root, 'scripts', 'generate', name)).href)
  if (!isGenerator(module)) throw new Error(`scripts/generate/${name} does not export generate()`)
  return module.generate()
}

function isGenerator(
  module: unknown,
): module is { readonly generate: () => Promise<Readonly<Record<string, string>>> } {
  return typeof module === 'object' && module !== null && 'generate' in module
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, path), 'utf8')
  } catch {
    // A missing file has to be written.
    return undefined
  }
}
