/** Writes a whole file or nothing: readers see the old content or the new one, also after a crash. */
export async function writeFileAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const { default: write } = await import('write-file-atomic')
  await write(path, text, { mode })
}
