import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The panes by the names of their tabs, from left to right. */
const TABS = { commands: 'Commands', centre: 'Form and calls', call: 'Answer' } as const
export type Tab = keyof typeof TABS

/** Widths of the outer panes, in characters of the page, that a reader can reach. */
const LIMITS = { commands: [10, 30], call: [20, 70] } as const
const STEP = 2

/**
 * Three panes side by side, whose borders can be dragged or moved with the arrow keys; on a narrow screen three tabs,
 * of which the one in front follows what the reader does.
 */
export function Panes({
  tab,
  subject,
  commands,
  centre,
  call,
}: {
  readonly tab: Tab
  /** What the address names; a reader who only fills in the form stays there. */
  readonly subject: string
  readonly commands: ComponentChildren
  readonly centre: ComponentChildren
  readonly call: ComponentChildren
}) {
  const [front, setFront] = useState(tab)
  const [widths, setWidths] = useState({ commands: 16, call: 0 })
  const columns = useRef<HTMLDivElement>(null)
  useEffect(() => setFront(tab), [tab, subject])
  useEffect(() => {
    const { style } = columns.current!
    style.setProperty('--left', `${widths.commands}rem`)
    if (widths.call > 0) style.setProperty('--right', `${widths.call}rem`)
  }, [widths])
  const setWidth = (pane: keyof typeof LIMITS, width: number) => {
    const [least, most] = LIMITS[pane]
    setWidths({ ...widths, [pane]: Math.min(most, Math.max(least, width)) })
  }
  return (
    <>
      <nav class="tabs" aria-label="Panes">
        {(Object.keys(TABS) as Tab[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={front === each}
            onClick={() => setFront(each)}
          >
            {TABS[each]}
          </button>
        ))}
      </nav>
      <div class="columns" ref={columns} data-front={front}>
        <div class="pane pane-commands">{commands}</div>
        <main class="pane pane-centre" id="centre" tabIndex={-1}>
          <Border
            label="Width of the commands"
            width={widths.commands}
            limits={LIMITS.commands}
            side={1}
            measured={() => columns.current?.querySelector('.pane-commands')}
            onWidth={(width) => setWidth('commands', width)}
          />
          {centre}
          <Border
            label="Width of the answer"
            width={widths.call || 34}
            limits={LIMITS.call}
            side={-1}
            measured={() => columns.current?.querySelector('.pane-call')}
            onWidth={(width) => setWidth('call', width)}
          />
        </main>
        <div class="pane pane-call">{call}</div>
      </div>
    </>
  )
}

function Border({
  label,
  width,
  limits: [least, most],
  side,
  measured,
  onWidth,
}: {
  readonly label: string
  readonly width: number
  readonly limits: readonly [number, number]
  /** 1 if the pane is on the left of its border, -1 if it is on the right. */
  readonly side: 1 | -1
  readonly measured: () => Element | null | undefined
  readonly onWidth: (width: number) => void
}) {
  const size = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const drag = (event: PointerEvent) => {
    const border = event.currentTarget as HTMLElement
    const from = event.clientX
    const start = (measured()?.getBoundingClientRect().width ?? 0) / size()
    border.setPointerCapture(event.pointerId)
    const ended = new AbortController()
    const { signal } = ended
    const move = ({ clientX }: PointerEvent) => onWidth(start + (side * (clientX - from)) / size())
    border.addEventListener('pointermove', move, { signal })
    border.addEventListener('pointerup', () => ended.abort(), { signal })
  }
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (steps !== undefined) onWidth(width + side * steps)
  }
  return (
    <div
      class={`border ${side === 1 ? 'left' : 'right'}`}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={Math.round(width)}
      onPointerDown={drag}
      onKeyDown={press}
    />
  )
}
