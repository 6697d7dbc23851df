/** What the client's decisions need of `node:path`, in a browser. */
export function basename(path: string): string {
  return path.replace(/\/+$/, '').split('/').at(-1) ?? ''
}
