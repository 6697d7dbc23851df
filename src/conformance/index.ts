export { checkTool } from './check-tool.ts'
export { CHECK_IDS } from './registry.ts'
export { TOPICS, type Finding, type Report, type Topic } from './report/report.ts'
export { toData } from './report/to-data.ts'
