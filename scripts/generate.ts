import { readdirSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isCheck = process.argv.includes('--check')

/**
 * Runs every `scripts/generate-*.ts`: writes what they generate, or with `--check` names the files
 * that differ from what is committed and exits 1.
 */
let stale = await pass()
for (const path of stale) console.log(`${isCheck ? 'stale' : 'wrote'} ${path}`)
// The index of the docs reads pages that other generators write.
for (let passes = 1; stale.length > 0; passes += 1) {
  if (isCheck) break
  if (passes > 5) throw new Error(`generators disagree for ever about ${stale.join(', ')}`)
  stale = await pass()
}
if (stale.length > 0) {
  console.error('Generated files differ from their sources: run `npm run generate` and commit.')
  process.exitCode = 1
}

async function pass(): Promise<readonly string[]> {
  const differing: string[] = []
  for (const name of generators()) {
    for (const [path, text] of Object.entries(await load(name))) {
      if ((await read(path)) === text) continue
      differing.push(path)
      if (!isCheck) await write(path, text)
    }
  }
  return differing
}

function generators(): readonly string[] {
  return readdirSync(join(root, 'scripts'))
    .filter((name) => /^generate-.+\.ts$/.test(name) && !/\.test(-d)?\.ts$/.test(name))
    .sort()
}

async function load(name: string): Promise<Readonly<Record<string, string>>> {
  const module: unknown = await import(pathToFileURL(join(root, 'scripts', name)).href)
  if (!isGenerator(module)) throw new Error(`scripts/${name} does not export generate()`)
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

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
