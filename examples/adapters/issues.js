// What the five programs are about. It knows nothing of command lines, and neither of them nor of surety.

const issues = [
  { id: 1, title: 'Login fails', state: 'open', priority: 'high', labels: ['bug'] },
  { id: 2, title: 'Dark mode', state: 'open', priority: 'low', labels: ['wish', 'design'] },
  { id: 3, title: 'Typo in the help', state: 'closed', priority: 'normal', labels: ['bug'] },
]

const settings = { editor: 'vi', theme: 'light', url: 'https://desk.example' }

/** An issue that does not exist. */
export class IssueNotFound extends Error {
  constructor(id) {
    super(`There is no issue ${id}`)
    this.name = 'IssueNotFound'
    this.code = 'E_NO_ISSUE'
  }
}

export function findIssues({ state = 'open', label, limit = 10 } = {}) {
  return issues
    .filter((issue) => state === 'all' || issue.state === state)
    .filter((issue) => label === undefined || issue.labels.includes(label))
    .slice(0, limit)
}

export function findIssue(id) {
  const issue = issues.find((each) => each.id === Number(id))
  if (!issue) throw new IssueNotFound(id)
  return issue
}

export async function createIssue({
  title,
  body = '',
  priority = 'normal',
  labels = [],
  notify = true,
}) {
  await new Promise((resolve) => setTimeout(resolve, 1))
  return { id: issues.length + 1, title, body, state: 'open', priority, labels, notified: notify }
}

export async function sync(report, isOffline) {
  report('Connecting')
  await new Promise((resolve) => setTimeout(resolve, 1))
  // oxlint-disable-next-line only-throw-error -- old code throws texts, and a caller wants them answered
  if (isOffline) throw 'The server does not answer'
  report('Fetching')
  return issues.length
}

export function getSetting(key) {
  return settings[key]
}

export function isReadOnly(key) {
  return key === 'url'
}
