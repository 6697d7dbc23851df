#!/usr/bin/env node
process.stdout.write('surety\n')
