import { spawnSync } from 'node:child_process'
import t from 'tap'
import { fencesOf, type Fence } from './fences.js'
import { paste } from './shell.js'

const mongo = process.env.TEST_MONGODB_URI
const hasJq = spawnSync('jq', ['--version']).status === 0

/** Returns whether a block can run on this machine. */
const canRunHere = ({ language, marks }: Fence) =>
  language === 'sh' &&
  marks.every(mark => {
    if (mark === 'mongodb') return mongo !== undefined
    if (mark === 'jq') return hasJq
    return ['service', 'stopped', 'restart'].includes(mark)
  })

/**
 * Adds a test that runs the shell blocks of a document in order, next to a running service if the document expects
 * one.
 */
export function pasteDocument(document: string, { isBesideService }: { isBesideService: boolean }): void {
  t.test(`runs the shell blocks of ${document} in order`, async t => {
    const blocks = fencesOf(document).filter(canRunHere)
    // NODE_ENV=test writes the log in the same format as production.
    const text = 'NODE_ENV=test node dist/bundle/cli.js start\n'
    const service = { document, section: '', line: 0, language: 'sh', marks: ['service'], text }
    await t.resolves(paste(t, isBesideService ? [service, ...blocks] : blocks))
  })
}
