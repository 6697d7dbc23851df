import type { Report } from '../../packages/check/src/conformance/report/report.ts'
import type { Filter } from './filter.ts'
import { STATUS_LABELS, STATUSES, type Status } from './statuses.ts'

function countOf({ findings, left_out: leftOut }: Report, status: Status): number {
  return status === 'left_out'
    ? leftOut.length
    : findings.filter((finding) => finding.status === status).length
}

/** The controls above the findings. */
export function FilterBar({
  report,
  filter,
  onFilter,
}: {
  readonly report: Report
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
}) {
  const toggle = (status: Status) => {
    const statuses = new Set(filter.statuses)
    if (!statuses.delete(status)) statuses.add(status)
    onFilter({ ...filter, statuses })
  }
  return (
    <div class="filters" role="search" aria-label="Filter findings">
      <div class="statuses" role="group" aria-label="Show">
        {STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            class={status}
            aria-pressed={filter.statuses.has(status)}
            onClick={() => toggle(status)}
          >
            <span class="count">{countOf(report, status)}</span> {STATUS_LABELS[status].label}
          </button>
        ))}
      </div>
      <label>
        Level{' '}
        <select
          value={filter.level}
          onChange={(event) =>
            onFilter({ ...filter, level: event.currentTarget.value as Filter['level'] })
          }
        >
          <option value="all">all</option>
          {report.level.levels.map(({ level }) => (
            <option key={level} value={String(level)}>
              {level}
            </option>
          ))}
        </select>
      </label>
      <label class="query">
        Search{' '}
        <input
          type="search"
          value={filter.query}
          placeholder="word, check, requirement"
          onInput={(event) => onFilter({ ...filter, query: event.currentTarget.value })}
        />
      </label>
    </div>
  )
}
