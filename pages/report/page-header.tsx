import type { ComponentChildren } from 'preact'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import { partText } from '../../packages/check/src/conformance/report/report.ts'
import type { Report, ReportedTool } from '../../packages/check/src/conformance/report/report.ts'
import { Band } from '../verdict/band.tsx'
import { reportWords } from './report-words.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const LEVEL_WORDS = { reached: 'reached', broken: 'broken', not_shown: 'not shown' } as const
const DIALECT_SOURCES: Readonly<Record<ReportedTool['dialect_source'], string>> = {
  option: 'as given',
  profile: 'by its profile',
  manifest: 'by its manifest',
  answers: 'by its answers',
  nobody: '',
}

/** Says what was found, then what was checked, and when. */
export function PageHeader({ report }: { readonly report: Report }) {
  const { tool, level } = report
  const dialect = tool.dialect ?? 'none that fits'
  return (
    <header>
      <div class="top">
        <h1>
          {oneLine(tool.name)} <span class="muted">{oneLine(tool.version ?? '')}</span>
        </h1>
        <ThemeSwitch />
      </div>
      <Band {...reportWords(report)} />
      {partText(report) === undefined && (
        <ol class="levels" aria-label="Levels">
          {/* What keeps one level from it keeps all above from it. */}
          {level.levels.slice(0, Math.min(level.reached + 1, level.levels.length)).map((each) => (
            <li key={each.level} class={each.status}>
              Level {each.level} {LEVEL_WORDS[each.status]}
            </li>
          ))}
        </ol>
      )}
      <dl class="facts">
        <Fact name="Command">
          <code>{oneLine(tool.command.join(' '))}</code>
        </Fact>
        <Fact name="Dialect">
          {dialect} {DIALECT_SOURCES[tool.dialect_source]}
        </Fact>
        <Fact name="Described by">{tool.described_by.join(', ') || 'nothing'}</Fact>
        {tool.profile !== null && <Fact name="Profile">{tool.profile}</Fact>}
        <Fact name="Checked">
          <time dateTime={report.started_at}>
            {report.started_at.replace('T', ' ').slice(0, 16)} UTC
          </time>
          , {(report.duration_ms / 1000).toFixed(1)} s,{' '}
          {report.runs.length === 1 ? '1 run' : `${report.runs.length} runs`}
        </Fact>
      </dl>
    </header>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
