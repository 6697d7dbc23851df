import { render } from 'preact'

import type { SavedCalls } from '../../packages/cli/src/cli/commands/inspect/views.ts'
import { InspectPage } from './inspect-page.tsx'
import '../report/style.css'
import './style.css'

const text = document.querySelector('#calls')?.textContent ?? 'null'
render(
  <InspectPage saved={JSON.parse(text) as SavedCalls | null} />,
  document.querySelector('#page')!,
)
