// Checks the version of Node and rebuilds the service if it has changed. This file runs before the build, so it is JavaScript.
import { spawnSync } from 'node:child_process'
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

function build() {
  const isFirst = !existsSync('dist/bundle/server.js')
  if (isFirst) print('Building the service for the first time. This takes about half a minute.')
  const startedAt = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  if (isFirst && status === 0) print(`Built in ${Math.ceil((Date.now() - startedAt) / 1000)} s.`)
  process.exitCode = status ?? 1
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
