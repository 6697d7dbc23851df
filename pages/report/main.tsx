import { render } from 'preact'

import type { Report } from '../../packages/check/src/conformance/report/report.ts'
import { ReportPage } from './report-page.tsx'
import './style.css'

const text = document.querySelector('#report')?.textContent ?? 'null'
const report = JSON.parse(text) as Report
document.title = `${report.tool.name}: conformance report`
render(<ReportPage report={report} />, document.querySelector('#page')!)
