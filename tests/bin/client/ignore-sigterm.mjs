// Never ends, and does not listen when asked to.
process.on('SIGTERM', () => {})
console.log('started')
setInterval(() => {}, 1000)
