console.log(JSON.stringify({ ok: true, data: { greeting: 'Hello Ada' } }))
