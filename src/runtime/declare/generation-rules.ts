import { traitsOf } from '../../dialects/index.ts'

/** What a generation of the spec demands of a tool beyond the form of its envelope. */
export interface GenerationRules {
  /** Whether breaches are defects: slow validation, unknown effects, exits that are not declared. */
  readonly isStrict: boolean
  /** Whether `--output` names a file, and `--format` alone a format. */
  readonly outputIsFile: boolean
  /** Whether options that contradict each other are refused. */
  readonly refusesRepeats: boolean
  /** Whether streams are lines of items with a last line that counts them. */
  readonly endsStreams: boolean
  /** Whether commands that serve a protocol name it. */
  readonly namesProtocols: boolean
  /** Whether work may outlive its call. */
  readonly outlivesCalls: boolean
  /** Whether warnings begin with a code and may have a context. */
  readonly codesWarnings: boolean
  /** Whether the data of a call that was cut off say so; else `meta` does. */
  readonly marksPartialData: boolean
  /** Whether `pagination` alone describes a page. */
  readonly describesPagesOnce: boolean
  /** Whether texts of other programs are labelled. */
  readonly labelsExternal: boolean
  /** The form of complete descriptions of commands. */
  readonly manifest: '1.6' | '1.16'
}

const FOUNDING: GenerationRules = {
  isStrict: false,
  outputIsFile: false,
  refusesRepeats: false,
  endsStreams: false,
  namesProtocols: false,
  outlivesCalls: false,
  codesWarnings: false,
  marksPartialData: false,
  describesPagesOnce: false,
  labelsExternal: false,
  manifest: '1.6',
}

export const GENERATION_RULES = {
  '1.0': FOUNDING,
  '1.6': { ...FOUNDING, isStrict: true },
  '1.16': {
    isStrict: true,
    outputIsFile: true,
    refusesRepeats: true,
    endsStreams: true,
    namesProtocols: true,
    outlivesCalls: true,
    codesWarnings: true,
    marksPartialData: true,
    describesPagesOnce: true,
    labelsExternal: true,
    manifest: '1.16',
  },
} as const satisfies Record<string, GenerationRules>

/** Returns the rules for tools that answer in a dialect; those of other families follow the founding ones. */
export function rulesOf(dialect = ''): GenerationRules {
  return GENERATION_RULES[traitsOf(dialect).generation ?? '1.0']
}
