// Builds, where that can be done: before anything is built, so this is no TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const say = text => void process.stderr.write(`${text}\n`)

if (existsSync('node_modules/typescript')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else if (existsSync('dist/src/server.js')) {
  say('TypeScript is not installed here: what was built before is taken as it is.')
} else {
  say('Nothing is built here, and there is no TypeScript to build with: npm ci && npm run build')
  process.exitCode = 1
}
