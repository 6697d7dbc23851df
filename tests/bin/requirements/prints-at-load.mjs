// A dependency that prints while it loads.
if (process.env.PRINTS_AT_LOAD) console.log('initialized')
