import { render } from 'preact'

import type { PageData } from '../../packages/cli/src/replay/replay-report.ts'
import { ReplayPage } from './replay-page.tsx'
import '../report/style.css'
import './style.css'

const text = document.querySelector('#replay')?.textContent ?? 'null'
render(<ReplayPage data={JSON.parse(text) as PageData} />, document.querySelector('#page')!)
