import type { Generation } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/wires.ts'
import type { CliDeclaration } from './types/cli-declaration.ts'

/** What contract 1.16 demands of a tool beyond the form of its envelope; earlier generations demand less. */
const LATEST = {
  /** Whether breaches are defects: slow validation, unknown effects, exits that are not declared. */
  isStrict: true,
  /** Whether `--output` names a file, and `--format` alone a format. */
  outputIsFile: true,
  /** Whether streams are lines of items with a last line that counts them. */
  endsStreams: true,
  /** Whether commands that serve a protocol name it. */
  namesProtocols: true,
  /** Whether work may outlive its call. */
  outlivesCalls: true,
  /** Whether warnings say what others printed to stdout; else it goes to stderr. */
  reportsNoise: true,
  /** Whether callers can inspect and steer a call, and every answer says what it was made with. */
  inspectable: true,
}

/** What a generation of the spec demands, and the form of its complete descriptions of commands. */
export type GenerationRules = Readonly<typeof LATEST> & { readonly manifest: '1.6' | '1.16' }

const NONE = Object.fromEntries(Object.keys(LATEST).map((rule) => [rule, false])) as typeof LATEST

export const GENERATION_RULES: Readonly<Record<Generation, GenerationRules>> = {
  '1.0': { ...NONE, manifest: '1.6' },
  '1.6': { ...NONE, isStrict: true, manifest: '1.6' },
  '1.16': { ...LATEST, manifest: '1.16' },
}

const ORDER = Object.keys(GENERATION_RULES) as readonly Generation[]

/** Makes something once for each generation, and returns what finds it by the dialect of an answer. */
export function ofGenerations<Made>(
  make: (isSince: (first: Generation | undefined) => boolean) => Made,
): (dialect?: string) => Made {
  const made = ORDER.map((_, at) => make((first = '1.0') => ORDER.indexOf(first) <= at))
  return (dialect = '') => made[ORDER.indexOf(traitsOf(dialect).generation ?? '1.0')]!
}

/** Returns the rules for tools that answer in a dialect; those of other families follow the founding ones. */
export function rulesOf(dialect = ''): GenerationRules {
  return GENERATION_RULES[traitsOf(dialect).generation ?? '1.0']
}

/** Returns the rules of the generation that a tool declares. */
export function rulesOfTool({ contract, dialect }: CliDeclaration): GenerationRules {
  return rulesOf(contract?.versions[contract.default] ?? dialect)
}
