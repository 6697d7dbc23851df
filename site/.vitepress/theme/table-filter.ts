/** Tables from this length on can be filtered. */
const LONG = 15

/** Puts a filter above each long table of a page, and above a page of many sections. */
export function addTableFilters(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('.vp-doc table')) {
    const rows = [...(table.tBodies[0]?.rows ?? [])]
    if (rows.length >= LONG)
      addFilter(
        table,
        rows.map((row) => [row]),
      )
  }
  const headings = [...document.querySelectorAll<HTMLElement>('.vp-doc h3')]
  if (headings.length >= LONG && headings[0]) {
    const first = document.querySelector<HTMLElement>('.vp-doc h2') ?? headings[0]
    addFilter(first, headings.map(sectionOf))
  }
}

/** A heading and what stands below it. */
function sectionOf(heading: HTMLElement): HTMLElement[] {
  const parts = [heading]
  for (
    let next = heading.nextElementSibling;
    next && !/^H[123]$/.test(next.tagName);
    next = next.nextElementSibling
  )
    parts.push(next as HTMLElement)
  return parts
}

function addFilter(before: HTMLElement, parts: readonly HTMLElement[][]): void {
  if (before.previousElementSibling?.classList.contains('table-filter')) return
  const label = document.createElement('label')
  label.className = 'table-filter'
  label.textContent = 'Filter'
  const input = document.createElement('input')
  input.type = 'search'
  const count = document.createElement('output')
  label.append(input, count)
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const part of parts) {
      const text = part
        .map((each) => each.textContent ?? '')
        .join(' ')
        .toLowerCase()
      const fits = words.every((word) => text.includes(word))
      for (const each of part) each.hidden = !fits
      if (fits) shown += 1
    }
    count.textContent = `${shown} of ${parts.length}`
  }
  input.addEventListener('input', show)
  show()
  before.before(label)
}
