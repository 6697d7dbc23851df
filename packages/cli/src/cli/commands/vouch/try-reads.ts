import { runWatched, type WatchedRun } from '@surety/client/unstable/client'
import type { DescribedCommand, Description } from 'surety/unstable/description'

/** A command that claims to read, and what it did. */
export interface TriedRead {
  readonly path: string
  readonly words: readonly string[]
  readonly run: WatchedRun
}

export interface Tried {
  readonly reads: readonly TriedRead[]
  /** Commands that need words that nobody gave. */
  readonly untried: readonly string[]
  /** Commands that wrote something although they claim to read. */
  readonly lies: readonly string[]
  /** Commands that used the network. */
  readonly networked: readonly string[]
}

/** Runs the commands that claim to read, each in a copy of a folder, and says what they did beside it. */
export async function tryReads(
  program: string,
  { commands = {} }: Description,
  limits: Parameters<typeof runWatched>[1],
): Promise<Tried> {
  const claimed = Object.entries(commands).filter(([, { danger }]) => danger === 'safe')
  const reads: TriedRead[] = []
  const untried: string[] = []
  for (const [path, command] of claimed) {
    const words = wordsOf(path, command)
    if (words === undefined) untried.push(path)
    else reads.push({ path, words, run: await runWatched([program, ...words], limits) })
  }
  const where = (test: (run: WatchedRun) => boolean) =>
    reads.filter(({ run }) => test(run)).map(({ path }) => path)
  return {
    reads,
    untried,
    lies: where(({ writes }) => writes.length > 0),
    networked: where(({ connects }) => connects.length > 0),
  }
}

/** Gives words that make a call: those of an example without anything of a shell, or none if none are needed. */
function wordsOf(path: string, command: DescribedCommand): readonly string[] | undefined {
  const own = path === '' ? [] : path.split(' ')
  const needed = Object.values(command.args ?? {}).some(({ required }) => required !== false)
  const isNeeding = needed || Object.values(command.options ?? {}).some(({ required }) => required)
  if (!isNeeding) return own
  const example = command.examples?.find(({ words }) => /^[\w@%+=:,./ -]*$/.test(words))
  return example && [...own, ...example.words.split(' ').filter((word) => word !== '')]
}

/** Leaves out what was seen to be untrue: a command that wrote is no read, one that used the network says so. */
export function withWhatWasSeen(description: Description, { lies, networked }: Tried): Description {
  const commands = Object.entries(description.commands ?? {}).map(([path, command]) => {
    if (lies.includes(path)) return [path, withoutDanger(command)] as const
    return [path, networked.includes(path) ? { ...command, network: true } : command] as const
  })
  return { ...description, commands: Object.fromEntries(commands) }
}

function withoutDanger({ danger: _danger, ...command }: DescribedCommand): DescribedCommand {
  return command
}

/** Says what was seen, for a person. */
export function triedLines({ reads, untried, lies, networked }: Tried): readonly string[] {
  const by = new Set(reads.map(({ run }) => run.watchedBy))
  const how = by.has('strace')
    ? 'under strace'
    : 'with a snapshot of files before and after: what is written elsewhere, started or sent is not seen'
  const shown = reads.flatMap(({ path, run }) => [
    ...(run.writes.length > 0
      ? [`  ${path || '(the program)'} WROTE ${run.writes.slice(0, 5).join(', ')}`]
      : []),
    ...(run.keeps.length > 0
      ? [`  ${path || '(the program)'} keeps ${run.keeps.slice(0, 5).join(', ')}`]
      : []),
    ...(run.connects.length > 0
      ? [`  ${path || '(the program)'} spoke to ${run.connects.slice(0, 5).join(', ')}`]
      : []),
    ...(run.starts.length > 0
      ? [`  ${path || '(the program)'} started ${run.starts.slice(0, 5).join(', ')}`]
      : []),
  ])
  return [
    `Tried ${reads.length} of ${reads.length + untried.length} that claim to read, in a copy of this folder, ${how}:`,
    ...(shown.length > 0 ? shown : ['  none of them wrote anything']),
    ...(untried.length > 0 ? [`  not tried, because they need words: ${untried.join(', ')}`] : []),
    ...(lies.length > 0
      ? [`The description is wrong about ${lies.join(', ')}: no reads, and not vouched for.`]
      : []),
    ...(networked.length > 0 ? [`Reads from the network: ${networked.join(', ')}`] : []),
  ]
}
