// What the code of the playground needs of `node:fs`, in a browser: there are no files, and none can be written.

export function existsSync(): boolean {
  return false
}

export function readdirSync(): readonly string[] {
  return []
}

export function realpathSync(path: string): string {
  return path
}

export const constants = { X_OK: 1 }

export const accessSync = missing
export const statSync = missing
export const mkdirSync = missing
export const readFileSync = missing

export async function readFile(path: string): Promise<never> {
  return missing(path)
}

function missing(path: string): never {
  throw Object.assign(new Error(`There is no file ${path} in a browser.`), { code: 'ENOENT' })
}
