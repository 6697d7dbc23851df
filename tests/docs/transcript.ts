/** One command of a transcript and the output that the page shows below it. */
export interface Step {
  readonly command: string
  readonly output: string
}

/** Reads a shell block: lines that start with `$ ` are commands, what follows is their output. */
export function parseTranscript(text: string): readonly Step[] {
  const steps: { command: string; output: string[] }[] = []
  let isContinued = false
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const last = steps.at(-1)
    if (isContinued && last) last.command += `\n${line.replace(/^> /, '')}`
    else if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] })
    else if (last) last.output.push(line)
    else if (line.trim() !== '' && !line.startsWith('#')) return []
    isContinued = (line.startsWith('$ ') || isContinued) && line.endsWith('\\')
  }
  return steps.map(({ command, output }) => ({ command, output: output.join('\n').trimEnd() }))
}
