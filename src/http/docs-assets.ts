// What the page of a tool runs and looks like. Plain text, because it is part of the page: its policy names the
// script by its hash.

/** Sends a form as a call and shows the answer; gives way to Swagger UI once that is loaded. */
export const PAGE_SCRIPT = `
const valueOf = (text, type) => {
  if (type === 'array') return text.split('\\n').filter((line) => line !== '')
  if (type === 'integer' || type === 'number') return text.trim() === '' || isNaN(text) ? text : Number(text)
  if (type === 'boolean') return text === 'true'
  if (type !== 'object') return text
  try { return JSON.parse(text) } catch { return text }
}
addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const output = form.querySelector('output')
  const url = new URL(form.action)
  const body = {}
  for (const field of form.elements) {
    if (!field.name || field.value === '') continue
    const value = valueOf(field.value, field.dataset.type)
    if (field.dataset.in === 'body') body[field.name] = value
    else if (Array.isArray(value)) for (const item of value) url.searchParams.append(field.name, item)
    else url.searchParams.set(field.name, field.value)
  }
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  output.textContent = '...'
  try {
    const response = await fetch(url, form.method === 'post' ? post : {})
    const text = await response.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    output.textContent = response.status + ' ' + response.statusText + '\\n' + shown
  } catch (error) {
    output.textContent = String(error)
  }
})
document.addEventListener('load', (event) => {
  if (event.target.id !== 'swagger') return
  document.querySelector('link[media=none]').media = 'all'
  document.querySelector('style').remove()
  SwaggerUIBundle({ url: 'openapi.json', dom_id: '#api' })
}, true)
`

/** Readable at any width, in light and in dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
h1 small, label small, em { opacity: .7; font-weight: normal; font-size: .85rem }
details { border: 1px solid #8886; border-radius: .4rem; margin: .5rem 0; padding: .5rem .8rem }
summary { cursor: pointer }
summary b { display: inline-block; min-width: 3rem }
.get { color: #06a } .post { color: #a50 }
@media (prefers-color-scheme: dark) { .get { color: #7cf } .post { color: #fb7 } }
label { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; gap: 0 1rem; margin: .5rem 0; align-items: center }
label small { grid-column: 2 }
input, select, textarea, button { font: inherit; padding: .2rem .4rem }
output { display: block; white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace; margin-top: .6rem }
`
