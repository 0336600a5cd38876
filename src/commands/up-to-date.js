// Checks the version of Node and rebuilds the service if it has changed. This file runs before the build, so it is JavaScript.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const print = text => void process.stderr.write(`${text}\n`)

function rejectOldNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const [minimum, current] = [engines.node, process.version].map(text => text.match(/\d+/g).map(Number))
  const differing = minimum.findIndex((number, index) => number !== current[index])
  if (differing < 0 || current[differing] > minimum[differing]) return
  print(
    `Node ${process.version} is not supported: install Node ${minimum.join('.')} or newer, such as 22 or 24.`,
  )
  process.exit(1)
}

/** Reports the progress of the first build every ten seconds: it takes one to two minutes, and its steps print nothing. */
function reportProgress() {
  print('Building the service for the first time. This takes one to two minutes.')
  const startedAt = Date.now()
  const seconds = () => Math.ceil((Date.now() - startedAt) / 1000)
  const timer = setInterval(() => print(`Still building after ${seconds()} s.`), 10_000)
  return succeeded => {
    clearInterval(timer)
    if (succeeded) print(`Built in ${seconds()} s.`)
  }
}

function build() {
  const finish = existsSync('dist/bundle/server.js') ? undefined : reportProgress()
  spawn('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).on('close', status => {
    finish?.(status === 0)
    process.exitCode = status ?? 1
  })
}

rejectOldNode()
if (existsSync('node_modules/typescript')) {
  build()
} else if (existsSync('dist/bundle/server.js')) {
  print('TypeScript is not installed: using the existing build.')
} else {
  print('There is no build, and TypeScript is not installed. Run: npm ci && npm run build')
  process.exitCode = 1
}
