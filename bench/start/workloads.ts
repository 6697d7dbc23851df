/** What a start is asked to do, and how to tell that it was done. */
export interface Workload {
  readonly argv: readonly string[]
  readonly fails?: true
  /** What the output has to hold; a program that says something else does other work. */
  readonly says: RegExp
  /** The programs that can do it, where the others have nothing of the kind. */
  readonly only?: readonly string[]
}

/** The text that `read` gives back; the bench writes the file. */
export const NOTE = { file: 'note.txt', text: 'Buy milk\n' }

export const workloads = {
  sync: { argv: ['hello', 'Ada'], says: /Hello Ada/ },
  await: { argv: ['read', NOTE.file], says: /Buy milk/ },
  list: { argv: ['list'], says: /"?id"?/ },
  'unknown-flag': { argv: ['hello', 'Ada', '--lod'], fails: true, says: /lod/ },
  help: { argv: ['--help'], says: /Greets someone[^]*Lists things/ },
  schema: { argv: ['hello', '--schema'], says: /loud/, only: ['bare', 'surety'] },
  manifest: {
    argv: ['manifest'],
    says: /(?=[^]*hello)(?=[^]*"read")(?=[^]*"list")/,
    only: ['bare', 'surety'],
  },
} as const satisfies Record<string, Workload>

export type WorkloadName = keyof typeof workloads

/** One of the programs that are compared: the same tool, as the framework's own docs would have it. */
export interface Program {
  readonly name: string
  readonly file: string
  /** Asks for JSON where that is not the default. */
  readonly flags?: readonly string[]
  /** Workloads that the framework has no way to do; it is still measured, with this remark. */
  readonly remarks?: Partial<Record<WorkloadName, string>>
}

export const programs: readonly Program[] = [
  { name: 'bare', file: 'bare.mjs' },
  { name: 'surety', file: 'surety.mjs' },
  { name: 'cac', file: 'cac.mjs' },
  {
    name: 'citty',
    file: 'citty.mjs',
    remarks: { 'unknown-flag': 'accepts the flag and runs the handler' },
  },
  { name: 'commander', file: 'commander.mjs' },
  { name: 'yargs', file: 'yargs.mjs' },
  { name: 'incur', file: 'incur.mjs', flags: ['--json'] },
  { name: 'oclif', file: 'oclif/run.mjs' },
]
