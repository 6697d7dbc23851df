// A library that never gets to the end of its own loading.
process.stderr.write('ready\n')
for (;;);
