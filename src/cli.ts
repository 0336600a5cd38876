#!/usr/bin/env node
import './supported-node.js'
import './compile-cache.js'

// A start, also of a worker process, loads only the service: the parser of the command line would take 20 ms.
const isStart = /^start( --worker)?$/.test(process.argv.slice(2).join(' '))

if (isStart) {
  await import('./server.js')
} else {
  const { runCommandLine } = await import('./commands/command-line.js')
  await runCommandLine(process.argv)
}
