import { paths } from './files.js'
import { changesSincePublication } from './publication.js'
import { report } from './report.js'

/** Says what changed since the publication; a breaking change fails. */
const comparison = await changesSincePublication()
if (comparison) console.log(report(comparison))
else console.error(`${paths.published} is missing: npm run schema:publish writes it.`)
if (!comparison || comparison.breaking.length > 0) process.exitCode = 1
