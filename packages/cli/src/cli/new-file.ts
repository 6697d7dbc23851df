import { writeFile } from 'node:fs/promises'

export async function writeNewFile(
  path: string,
  text: string,
  refuse: (message: string, facts: { readonly target: string }) => never,
  mode = 0o666,
): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    refuse(`${path} exists and is not overwritten.`, { target: path })
  })
}
