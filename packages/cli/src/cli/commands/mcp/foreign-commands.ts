import { listCommands, type ListedCommand, type ListedFlag } from '@surety/client/unstable/client'
import type { Profile } from '@surety/check/unstable/conformance'
import { objectOf, isJsonObject, type JsonObject, type JsonValue } from 'surety/unstable/contract'
import { setMember } from '@surety/internal/json/json-members.ts'
import type { ServedCommand } from 'surety/unstable/mcp'

export type WordParameter = Pick<ListedFlag, 'name' | 'type'>

export interface ForeignCommand extends ServedCommand {
  readonly words: readonly string[]
  readonly machineWords: readonly string[]
  readonly positionals: readonly string[]
  readonly parameters: readonly WordParameter[]
  readonly preview: string | null
  readonly harmless: readonly (readonly string[])[] | null
  readonly facts: JsonObject
}

const CONFIRM = 'confirm'

const CONFIRMS = { [CONFIRM]: { type: 'boolean', description: 'Confirms the change' } }

/** Flags that confirm by themselves, the clearest first. */
const CONFIRMING = ['confirm-destructive', 'live']

export function commandsOfManifest(manifest: JsonValue): readonly ForeignCommand[] {
  const entries = objectOf(manifest)['commands']
  if (!isJsonObject(entries)) return []
  return listCommands(manifest).flatMap((listed) => {
    const entry = entries[listed.path]
    if (listed.isGroup || listed.isBuiltin || !isJsonObject(entry)) return []
    const isForPeople =
      entry['mcp'] === false || entry['requires_person'] === true || entry['stdout'] === 'protocol'
    return isForPeople || FRAMEWORK.test(listed.path) ? [] : [toForeign(listed, entry)]
  })
}

const FRAMEWORK =
  /^(?:help|version|manifest|schema|completion|exec|check-permissions|job\.(?:status|cancel|wait))$/

function toForeign(listed: ListedCommand, entry: JsonObject): ForeignCommand {
  const { flags, words } = listed
  const named = (name: string) => flags.some((flag) => flag.name === name)
  const danger = listed.danger ?? 'mutating'
  const confirmFlag = entry['confirm_flag']
  const own =
    typeof confirmFlag === 'string' ? confirmFlag.replace(/^-+/, '') : CONFIRMING.find(named)
  const description = entry['description']
  return {
    name: words.join(' ') || listed.path || 'run',
    aliases: [],
    description: typeof description === 'string' ? description : '',
    danger,
    confirmedBy: danger === 'destructive' ? (own ?? CONFIRM) : null,
    usesNetwork: entry['has_network_io'] === true,
    inputSchema: inputSchema(listed, entry, danger === 'destructive' && own === undefined),
    alsoTakes: [
      ...(own === undefined ? [] : [own]),
      ...flags.map(({ name }) => name).filter(isTaken),
    ],
    words,
    machineWords: machineWords(flags),
    positionals: flags.filter(({ isPositional }) => isPositional).map(({ name }) => name),
    parameters: flags,
    preview: named('dry-run') ? '--dry-run' : null,
    harmless: null,
    facts: entry,
  }
}

function machineWords(flags: readonly ListedFlag[]): readonly string[] {
  const find = (name: string) => flags.find((flag) => flag.name === name)
  if (find('json')?.type === 'boolean') return ['--json']
  const format = [find('format'), find('output')].find((flag) => flag?.values.includes('json'))
  return format ? [`--${format.name}=json`] : []
}

const TYPES = ['boolean', 'integer', 'number', 'array']

const COMMON =
  /^(?:format|json|output|output-format|full-output|fields|token-(?:count|limit|offset)|envelope|envelope-version|legacy-envelope|width|yes|non-interactive|debug|schema|help|verbose|quiet|stream)$/

/** Those of them that change neither the form of the answer nor a file. */
function isTaken(name: string): boolean {
  return /^(?:fields|token-(?:limit|offset)|yes|non-interactive)$/.test(name)
}

function inputSchema(
  { flags }: ListedCommand,
  entry: JsonObject,
  needsConfirm: boolean,
): JsonObject {
  const raw = objectOf(entry['flags'])
  const properties: Record<string, JsonValue> = {}
  for (const { name, type, values } of flags) {
    if (COMMON.test(name)) continue
    const fact = raw[name]
    const description = objectOf(fact)['description']
    setMember(properties, name, {
      type: TYPES.includes(type) ? type : 'string',
      ...(values.length > 0 && { enum: values }),
      ...(typeof description === 'string' && { description }),
    })
  }
  if (needsConfirm) Object.assign(properties, CONFIRMS)
  const required = flags.filter((flag) => flag.isRequired).map(({ name }) => name)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

export function commandsOfProfile({ name, check }: Profile): readonly ForeignCommand[] {
  const { probes, machine_args: machineWords = [] } = check
  const listed = probes
    .filter(({ kind }) => kind !== 'invalid')
    .map((probe): ForeignCommand => {
      const danger =
        probe.kind === 'destructive' ? 'destructive' : probe.kind === 'write' ? 'mutating' : 'safe'
      const confirmedBy = danger === 'destructive' ? CONFIRM : null
      const { dry_run_flag: flag } = probe
      const shown = { type: 'boolean', description: 'Previews the change' }
      const preview = flag === undefined ? {} : { [flag.replace(/^-+/, '')]: shown }
      return {
        ...NO_PARAMETERS,
        name: probe.name,
        description: [name, ...probe.argv].join(' '),
        danger,
        confirmedBy,
        inputSchema: { type: 'object', properties: { ...preview, ...(confirmedBy && CONFIRMS) } },
        words: probe.argv,
        machineWords,
        preview: flag ?? null,
      }
    })
  const confirm = { type: 'boolean', description: 'Confirms words that are not in the profile' }
  return [
    ...listed,
    {
      ...NO_PARAMETERS,
      name: 'run',
      description: `Runs ${name} with words of your own`,
      // Only words that the profile knows are known to destroy nothing.
      danger: 'destructive',
      confirmedBy: CONFIRM,
      inputSchema: {
        type: 'object',
        properties: { argv: { type: 'array', items: { type: 'string' } }, [CONFIRM]: confirm },
        required: ['argv'],
      },
      words: [],
      // Of a destructive probe only its preview destroys nothing.
      harmless: probes.flatMap(({ kind, argv, dry_run_flag: preview }) => {
        if (kind !== 'destructive') return [argv]
        return preview === undefined ? [] : [[...argv, preview]]
      }),
      machineWords,
      positionals: ['argv'],
      parameters: [{ name: 'argv', type: 'array' }],
      preview: null,
    },
  ]
}

const NO_PARAMETERS = {
  aliases: [],
  alsoTakes: [],
  usesNetwork: false,
  positionals: [],
  parameters: [],
  harmless: null,
  facts: {},
}
