import { parseArgs } from 'node:util'
import { paths } from './files.js'
import { changesSincePublication, publish } from './publication.js'
import { report } from './report.js'

/** Makes the current schema the published one; a breaking change has to be owned up to. */
const { values } = parseArgs({ options: { breaking: { type: 'boolean', default: false } } })
const comparison = await changesSincePublication()
if (comparison) console.log(report(comparison))

if (comparison && comparison.breaking.length > 0 && !values.breaking) {
  console.error('Nothing was published. To break it knowingly: npm run schema:publish -- --breaking')
  process.exitCode = 1
} else {
  publish()
  console.log(`${paths.published} is the current schema now.`)
}
