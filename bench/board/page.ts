import verdicts from './verdicts.json' with { type: 'json' }

/** What a check found. */
export interface Found {
  readonly check: string
  readonly status: 'broken' | 'kept' | 'not_shown' | 'not_applicable'
  readonly title: string
  readonly summary?: string
  readonly reproduce?: string
}

export interface Checked {
  readonly name: string
  readonly version: string
  readonly from: string
  readonly package: string
  /** Whether the evaluations of the spec score it too. */
  readonly scored?: boolean
  readonly findings: readonly Found[]
}

export interface BoardResults {
  readonly date: string
  readonly system: string
  readonly programs: readonly Checked[]
}

/** What a person found when looking at a finding: `check` by program, `*` for all programs. */
interface Verdict {
  readonly verdict: 'confirmed' | 'withdrawn'
  readonly reason: string
}

const VERDICTS: Readonly<Record<string, Readonly<Record<string, Verdict>>>> = verdicts as never

/** Finds what was decided about a broken promise; undefined if nobody has looked at it yet. */
export function verdictOn(check: string, program: string): Verdict | undefined {
  return VERDICTS[check]?.[program] ?? VERDICTS[check]?.['*']
}

/** Writes the board: a row for each promise that any program shows, and every confirmed finding. */
export function writeBoard({ date, system, programs }: BoardResults): string {
  const broken = programs.flatMap((program) =>
    program.findings
      .filter(({ status }) => status === 'broken')
      .map((found) => ({ program, found, verdict: verdictOn(found.check, program.name) })),
  )
  const confirmed = broken.filter(({ verdict }) => verdict?.verdict === 'confirmed')
  const withdrawn = broken.filter(({ verdict }) => verdict?.verdict === 'withdrawn')
  const unjudged = broken.length - confirmed.length - withdrawn.length
  const isConfirmed = (check: string, { name }: Checked) =>
    confirmed.some(({ program, found }) => program.name === name && found.check === check)
  const checks = [
    ...new Map(
      programs.flatMap(({ findings }) => findings).map(({ check, title }) => [check, title]),
    ),
  ]
  const rows = checks.flatMap(([check, title]) => {
    const statusIn = ({ findings }: Checked) =>
      findings.find((found) => found.check === check)?.status
    const kept = programs.filter((program) => statusIn(program) === 'kept').length
    const who = programs.filter((program) => isConfirmed(check, program)).map(({ name }) => name)
    if (kept + who.length === 0) return []
    const names = who.length > 15 ? 'nearly all' : who.join(', ')
    return [[title, `\`${check}\``, kept, who.length, programs.length - kept - who.length, names]]
  })
  return [
    '# A board: ordinary programs, as an agent finds them',
    '',
    `\`surety check\` on ${programs.length} programs of npm and Debian, ${date}, ${system}. None of them was written for the contract, so this is no rank: it shows which of its promises ordinary programs keep anyway. \`npm run bench:board\` does it again, with the profiles in \`bench/board/profiles\`: reads and wrong calls alone, in a folder made for it, where nothing else can be written and no network is reached.`,
    '',
    `Every finding but those of \`json_envelope\` was run again by hand before it is shown: ${confirmed.length} are confirmed, ${withdrawn.length} withdrawn with a reason in \`bench/board/verdicts.json\`${unjudged === 0 ? '' : `, and ${unjudged} not looked at yet, which are not shown`}. Promises about envelopes, manifests and streams that no program here has are left out.`,
    '',
    ...table(['Promise', 'Check', 'kept', 'broken', 'not shown', 'broken by'], rows),
    '',
    '## Confirmed, one by one',
    '',
    'Without `json_envelope`: no program here answers with an envelope.',
    '',
    ...table(
      ['Program', 'Promise', 'Found', 'Shown by'],
      confirmed
        .filter(({ found }) => found.check !== 'json_envelope')
        .map(({ program, found }) => [
          program.name,
          found.title,
          found.summary ?? '',
          `\`${(found.reproduce ?? '').replaceAll('|', String.raw`\|`)}\``,
        ]),
    ),
    '',
    '## Programs and versions',
    '',
    'Marked with *: the evaluations of the spec score it too, by other means and partly in another version.',
    '',
    ...table(
      ['Program', 'From', 'Version', 'kept', 'broken'],
      programs.map((program) => [
        `${program.name}${program.scored ? ' *' : ''}`,
        `${program.from} ${program.package}`,
        program.version,
        program.findings.filter(({ status }) => status === 'kept').length,
        confirmed.filter((each) => each.program === program).length,
      ]),
    ),
    '',
    '## What this shows, and what not',
    '',
    '- A program without a manifest shows little: a promise that nothing shows counts neither way.',
    '- Programs that need an account or a network are seen from outside only: their version and their refusals. So are most of those that the spec scores.',
    '- Times are withdrawn: the machine was busy with other work.',
    '',
  ].join('\n')
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[] {
  const line = (cells: readonly unknown[]) => `| ${cells.map(String).join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)]
}
