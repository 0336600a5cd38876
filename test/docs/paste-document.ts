import { spawnSync } from 'node:child_process'
import t from 'tap'
import { fencesOf, type Fence } from './fences.js'
import { paste } from './shell.js'

const mongo = process.env.TEST_MONGODB_URI
const hasJq = spawnSync('jq', ['--version']).status === 0

/** Some blocks are for other machines, some want what is not on every one. */
const isForHere = ({ language, marks }: Fence) =>
  language === 'sh' &&
  marks.every(mark => {
    if (mark === 'mongodb') return mongo !== undefined
    if (mark === 'jq') return hasJq
    return ['service', 'stopped', 'restart'].includes(mark)
  })

/** Pastes the blocks of a document, one after another; beside a service that runs, where the document means one. */
export function pasteDocument(document: string, { isBesideService }: { isBesideService: boolean }): void {
  t.test(`the blocks of ${document} work when they are pasted, one after another`, async t => {
    const blocks = fencesOf(document).filter(isForHere)
    // Whose log is that of production.
    const text = 'NODE_ENV=test node --max-semi-space-size=32 dist/src/server.js\n'
    const service = { document, chapter: '', line: 0, language: 'sh', marks: ['service'], text }
    await t.resolves(paste(t, isBesideService ? [service, ...blocks] : blocks))
  })
}
