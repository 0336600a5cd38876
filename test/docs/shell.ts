import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { seconds } from '../../src/lib/quantities.js'
import { root } from '../deploy/files.js'
import { throwaway } from '../helper.js'
import { placeOf, type Fence } from './fences.js'
import { freePort } from '../free-port.js'

/** What an installation for production has, the packages aside: those are found where the code lies. */
const installed = ['dist', 'docs', 'generated', 'schema', 'src', 'package.json']
const longest = 150 * seconds

/** As in documents; a test takes what is free, and a database of its own. */
const written = { address: '127.0.0.1:3000', mongodb: /mongodb:\/\/[^\s"']*db\.example\.com[^\s"']*/g }

const prelude = `set -eum
service=
end_service() { if [ -n "$service" ]; then kill -TERM -- "-$service" || true; wait "$service" || true; service=; fi; }
trap end_service EXIT
start() { serve >service.log 2>&1 & service=$!; started || { cat service.log >&2; exit 1; }; }
started() { until curl -fs "http://127.0.0.1:$PORT/health/ready" >/dev/null; do kill -0 "$service"; sleep 0.1; done; }
`

/**
 * What a block comes to when it is pasted. A service that it starts goes on until the next one takes its place; the text
 * around a block says when it is to be stopped before it, or started anew behind it, and which ones are about MongoDB.
 */
function pasted(fence: Fence, mongodb: string): string {
  const { marks, text } = fence
  // What names the address of a database is told it there.
  const isTold = marks.includes('mongodb') && !text.includes(mongodb)
  const [set, unset] = isTold ? [`export MONGODB_URI='${mongodb}'\n`, 'unset MONGODB_URI\n'] : ['', '']
  const lines = marks.includes('service') ? `end_service\nserve() {\n${text}}\nstart\n` : text
  const before = marks.includes('stopped') ? 'end_service\n' : ''
  const behind = marks.includes('restart') ? 'end_service\nstart\n' : ''
  return `echo '::: ${placeOf(fence)}' >&2\n${set}${before}${lines}${behind}${unset}`
}

/** Pastes blocks, one after another, into one shell in a clean folder that the service is installed in. */
export async function paste(t: Pick<Test, 'teardown'>, blocks: readonly Fence[]) {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of installed) symlinkSync(join(root, name), join(folder, name))
  const { MONGODB_URI = '' } = throwaway(t)
  const port = String(await freePort())
  const script = (
    prelude +
    blocks
      .map(block => ({ ...block, text: block.text.replaceAll(written.mongodb, MONGODB_URI) }))
      .map(block => pasted(block, MONGODB_URI))
      .join('')
  ).replaceAll(written.address, `127.0.0.1:${port}`)
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: folder, PORT: port, npm_config_update_notifier: 'false' },
      // Nobody waits to be sent elsewhere, and a machine with much else to do is no reason to fail.
      ...{ SHUTDOWN_DELAY: '0s', MAX_EVENT_LOOP_DELAY: '30s' },
    },
    timeout: longest,
    killSignal: 'SIGKILL',
  })
  return stdout
}
