import { parseArgs } from 'node:util'
import { paths } from './files.js'
import { changesSincePublication, publish } from './publication.js'
import { report } from './report.js'

/** Makes the current schema the published one. Breaking changes require the option --breaking. */
const { values } = parseArgs({ options: { breaking: { type: 'boolean', default: false } } })
const comparison = await changesSincePublication()
if (comparison) console.log(report(comparison))

if (comparison && comparison.breaking.length > 0 && !values.breaking) {
  console.error('Nothing was published. To accept the breaking changes: npm run schema:publish -- --breaking')
  process.exitCode = 1
} else {
  publish()
  console.log(`Published the current schema as ${paths.published}.`)
}
