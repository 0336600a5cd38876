import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { seconds } from '../../src/lib/quantities.js'
import { root } from '../deploy/files.js'
import { isolatedSettings } from '../helper.js'
import { locationOf, type Fence } from './fences.js'
import { freePort } from '../free-port.js'

/** The files of a production installation, without packages, which Node finds next to the real files. */
const installedFiles = ['dist', 'docs', 'generated', 'schema', 'src', 'package.json']
const timeout = 150 * seconds

/** The addresses in documents, which a test replaces by a free port and its own database. */
const documented = { address: '127.0.0.1:3000', mongodb: /mongodb:\/\/[^\s"']*db\.example\.com[^\s"']*/g }

const prelude = `set -eum
service=
end_service() { if [ -n "$service" ]; then kill -TERM -- "-$service" || true; wait "$service" || true; service=; fi; }
trap end_service EXIT
start() { serve >service.log 2>&1 & service=$!; started || { cat service.log >&2; exit 1; }; }
started() { until curl -fs "http://127.0.0.1:$PORT/health/ready" >/dev/null; do kill -0 "$service"; sleep 0.1; done; }
`

/**
 * Returns the script that runs a block. A service that a block starts runs until another block starts one. The marks of
 * the block say whether the service is stopped before it or restarted after it, and whether it uses MongoDB.
 */
function toScript(fence: Fence, mongodb: string): string {
  const { marks, text } = fence
  // A block that contains the URI of the database needs no environment variable.
  const needsUri = marks.includes('mongodb') && !text.includes(mongodb)
  const [set, unset] = needsUri ? [`export MONGODB_URI='${mongodb}'\n`, 'unset MONGODB_URI\n'] : ['', '']
  const lines = marks.includes('service') ? `end_service\nserve() {\n${text}}\nstart\n` : text
  const before = marks.includes('stopped') ? 'end_service\n' : ''
  const after = marks.includes('restart') ? 'end_service\nstart\n' : ''
  return `echo '::: ${locationOf(fence)}' >&2\n${set}${before}${lines}${after}${unset}`
}

/** Runs blocks in order in one shell, in a temporary folder with an installation of the service. */
export async function paste(t: Pick<Test, 'teardown'>, blocks: readonly Fence[]) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of installedFiles) symlinkSync(join(root, name), join(folder, name))
  // As npm links the command line of an installed package.
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(join(root, 'dist/bundle/cli.js'), join(folder, 'node_modules/.bin/fitness-training-service'))
  const { MONGODB_URI = '' } = isolatedSettings(t)
  const port = String(await freePort())
  const script = (
    prelude +
    blocks
      .map(block => ({ ...block, text: block.text.replaceAll(documented.mongodb, MONGODB_URI) }))
      .map(block => toScript(block, MONGODB_URI))
      .join('')
  ).replaceAll(documented.address, `127.0.0.1:${port}`)
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: port,
      npm_config_update_notifier: 'false',
      // No load balancer has to notice a shutdown, and a busy machine must not make the service refuse requests.
      SHUTDOWN_DELAY: '0s',
      MAX_EVENT_LOOP_DELAY: '30s',
    },
    timeout,
    killSignal: 'SIGKILL',
  })
  return stdout
}
