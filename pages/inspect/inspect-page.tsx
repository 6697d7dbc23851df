import { useEffect, useMemo, useState } from 'preact/hooks'

import { oneLine } from '../../packages/internal/src/visible-text.ts'
import type {
  Row,
  SavedCalls,
  ToolView,
} from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { ThemeSwitch } from '../report/theme-switch.tsx'
import { CallForm } from './call-form.tsx'
import { CallPanel } from './call-panel.tsx'
import { CommandTree } from './command-tree.tsx'
import { go, readPlace, usePlace, type Place } from './place.ts'
import { Panes, type Tab } from './panes.tsx'
import { fromFile, fromServer, Trouble, type Deed, type News } from './server.ts'
import { Timeline } from './timeline.tsx'

/** The inspector: the tree on the left, form and timeline in the middle, the call on the right. */
export function InspectPage({ saved }: { readonly saved: SavedCalls | null }) {
  const source = useMemo(() => (saved === null ? fromServer : fromFile(saved)), [saved])
  const [tool, setTool] = useState<ToolView>()
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  const [isAway, setAway] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>()
  const place = usePlace()
  const fail = (error: unknown) =>
    setTrouble(
      error instanceof Trouble ? error : new Trouble('PAGE', `The page failed: ${String(error)}`),
    )
  useEffect(() => {
    const load = async () => {
      try {
        const found = await source.tool()
        document.title = `${found.name || 'calls'}: inspector`
        setTool(found)
        // Something to run is there at once: a command that only reads, if there is one.
        if (readPlace().c === '') go({ c: firstOf(found) }, true)
      } catch (error) {
        fail(error)
      }
    }
    void load()
    const take = (news: News) => {
      setRows((known) => {
        const next = new Map(news.all ? [] : known)
        for (const row of news.rows) next.set(row.call, row)
        return next
      })
    }
    return source.follow(take, (isConnected) => setAway(!isConnected))
  }, [source])
  const list = useMemo(() => [...rows.values()], [rows])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element).tagName)
      if (event.key === '/' && !isTyping) {
        event.preventDefault()
        document.querySelector<HTMLElement>('#search')?.focus()
      } else if (event.altKey && /^Arrow(Up|Down)$/.test(event.key)) {
        event.preventDefault()
        const at = list.findIndex(({ call }) => call === readPlace().call)
        const next = list[event.key === 'ArrowUp' ? (at < 0 ? list.length - 1 : at + 1) : at - 1]
        if (next) go({ call: next.call, with: '' })
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [list])
  const act = async (what: Deed, body: object) => {
    setTrouble(undefined)
    try {
      const { call } = await source.post(what, body)
      if (call !== undefined) go({ call, with: '' })
    } catch (error) {
      fail(error)
    }
  }
  const row = rows.get(place.call)
  return (
    <>
      <a class="skip" href="#centre" onClick={skip}>
        Skip to the form
      </a>
      <header>
        <div class="top">
          <h1>
            {oneLine(tool?.name ?? '') || 'Calls'}
            <span class="muted">{tool && SOURCES[tool.source]}</span>
          </h1>
          <div class="buttons">
            {saved === null && (
              <a class="button" href="api/save" download="calls.html">
                Save the calls
              </a>
            )}
            <ThemeSwitch />
          </div>
        </div>
        {saved !== null && (
          <p class="note">Saved {saved.saved_at}. Secrets are redacted; nothing can run here.</p>
        )}
        {tool?.notes.map((note) => (
          <p key={note} class="note">
            {oneLine(note)}
          </p>
        ))}
        {isAway && (
          <p role="alert" class="trouble">
            The inspector does not answer; it has probably ended. Start it again: surety inspect
            {tool && tool.program.length > 0 ? ` -- ${oneLine(tool.program.join(' '))}` : ''}
          </p>
        )}
        {trouble && (
          <p role="alert" class="trouble">
            {oneLine(trouble.message)} {oneLine(trouble.suggestion)}{' '}
            <button type="button" onClick={() => setTrouble(undefined)}>
              Dismiss
            </button>
          </p>
        )}
      </header>
      {tool && (
        <Panes
          tab={tabOf(place)}
          subject={`${place.c} ${place.call}`}
          commands={<CommandTree tool={tool} place={place} />}
          centre={
            <>
              <CallForm
                tool={tool}
                place={place}
                act={saved === null ? (what, body) => void act(what, body) : null}
              />
              <Timeline rows={list} tool={tool} place={place} />
            </>
          }
          call={
            <CallPanel
              key={place.call}
              source={source}
              tool={tool}
              row={row}
              rows={list}
              place={place}
              act={act}
            />
          }
        />
      )}
      <footer class="muted">
        Keys: / searches, Ctrl+Enter runs, Alt+↑ and Alt+↓ go through the calls.
      </footer>
    </>
  )
}

function firstOf({ commands }: ToolView): string {
  const first = commands.find(({ danger, fields }) => {
    return danger === 'safe' && fields.every(({ required }) => !required)
  })
  return (first ?? commands.find(({ danger }) => danger === 'safe') ?? commands[0])?.name ?? '>'
}

/** On a narrow screen one pane is there at a time: the one that the address has changed for. */
function tabOf({ c, call }: Place): Tab {
  return call === '' ? (c === '' ? 'commands' : 'centre') : 'call'
}

const SOURCES = {
  manifest: ', through its own manifest',
  description: ', through surety’s description',
  none: '',
} as const

/** The address holds the state, so that a link to an element cannot. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#centre')?.focus()
}
