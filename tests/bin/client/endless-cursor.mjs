// Always has one more page: client/endless-cursor.mjs [same]
const same = process.argv[2] === 'same'
const at = Number(/^p(\d+)$/.exec(process.argv.at(-1))?.[1] ?? 0)
const meta = { duration_ms: 1, truncated: true, cursor: same ? 'p1' : `p${at + 1}` }
console.log(JSON.stringify({ ok: true, data: [at], error: null, warnings: [], meta }))
