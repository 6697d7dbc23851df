// Never ends by itself.
console.log('started')
setInterval(() => {}, 1000)
