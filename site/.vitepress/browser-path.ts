// What the code of the playground needs of `node:path`, in a browser: paths with slashes, which no file is behind.

export function basename(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? ''
}

export function dirname(path: string): string {
  return path.replace(/\/+$/, '').split('/').slice(0, -1).join('/') || '/'
}

export function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/')
}

export function resolve(...parts: readonly string[]): string {
  return join('/', ...parts).replaceAll(/\/{2,}/g, '/')
}

export const delimiter = ':'

export function isAbsolute(path: string): boolean {
  return path.startsWith('/')
}
