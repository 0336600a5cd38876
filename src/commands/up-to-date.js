// Checks the version of Node and compiles what has changed. It runs before anything is compiled, so it is not TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const print = text => void process.stderr.write(`${text}\n`)

function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const [least, present] = [engines.node, process.version].map(text => text.match(/\d+/g).map(Number))
  const differing = least.findIndex((number, index) => number !== present[index])
  if (differing < 0 || present[differing] > least[differing]) return
  print(
    `Node ${process.version} is not supported: install Node ${least.join('.')} or newer, such as 22 or 24.`,
  )
  process.exit(1)
}

function build() {
  const isFirst = !existsSync('dist/src/server.js')
  if (isFirst) print('Building the service for the first time. This takes about half a minute.')
  const begun = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  if (isFirst && status === 0) print(`Built in ${Math.ceil((Date.now() - begun) / 1000)} s.`)
  process.exitCode = status ?? 1
}

refuseOldNode()
if (existsSync('node_modules/typescript')) {
  build()
} else if (existsSync('dist/src/server.js')) {
  print('TypeScript is not installed here: the existing build is used as it is.')
} else {
  print('There is no build, and no TypeScript to make one. Run: npm ci && npm run build')
  process.exitCode = 1
}
