import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type { ShownCommand, ToolView } from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { go, hashOf, type Place } from './place.ts'

/** The words and the sign of each danger; a colour alone says nothing to many people. */
export const DANGERS = {
  safe: { sign: '○', label: 'reads' },
  mutating: { sign: '◆', label: 'changes' },
  destructive: { sign: '▲', label: 'destroys' },
} as const

/** Lists the commands by their groups, with danger. */
export function CommandTree({ tool, place }: { readonly tool: ToolView; readonly place: Place }) {
  // One address per command would take longer than all the rest.
  const base = `${hashOf({ c: '', v: '' })}&c=`
  const words = place.q.toLowerCase().split(/\s+/)
  const shown = tool.commands.filter(({ name, description }) =>
    words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
  )
  return (
    <nav class="tree" aria-label="Commands">
      {tool.commands.length > 0 && (
        <>
          <label class="query">
            <span>Search</span>
            <input
              id="search"
              type="search"
              value={place.q}
              placeholder="/"
              onInput={(event) => go({ q: event.currentTarget.value }, true)}
            />
          </label>
          <p class="muted" role="status">
            {shown.length} of {tool.commands.length} commands
          </p>
        </>
      )}
      <ul>
        <li>
          <a href={hashOf({ c: '>', v: '' })} aria-current={place.c === '>' ? 'page' : undefined}>
            <span class="name">A line of your own</span>
          </a>
        </li>
        {shown.map((command, index) => (
          <Entry
            key={command.name}
            command={command}
            group={groupOf(command) === groupOf(shown[index - 1]) ? '' : groupOf(command)}
            isCurrent={place.c === command.name}
            base={base}
          />
        ))}
      </ul>
    </nav>
  )
}

function Entry({
  command,
  group,
  isCurrent,
  base,
}: {
  readonly command: ShownCommand
  readonly group: string
  readonly isCurrent: boolean
  readonly base: string
}) {
  const { sign, label } = DANGERS[command.danger]
  const isInGroup = groupOf(command) !== ''
  return (
    <li class={isInGroup ? 'in-group' : ''}>
      {group !== '' && <span class="group">{oneLine(group)}</span>}
      <a
        href={base + encodeURIComponent(command.name)}
        aria-current={isCurrent ? 'page' : undefined}
        title={oneLine(command.description)}
      >
        <span class="name">{oneLine(isInGroup ? command.words.at(-1)! : command.name)}</span>
        <span class={`danger ${command.danger}`}>
          <span aria-hidden="true">{sign}</span> {label}
        </span>
      </a>
    </li>
  )
}

function groupOf(command: ShownCommand | undefined): string {
  return command?.words.slice(0, -1).join(' ') ?? ''
}
