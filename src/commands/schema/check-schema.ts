import { paths } from './files.js'
import { changesSincePublication } from './publication.js'
import { report } from './report.js'

/** Reports the changes since the last publication. Breaking changes are an error. */
const comparison = await changesSincePublication()
if (comparison) console.log(report(comparison))
else console.error(`${paths.published} is missing. Create it with: npm run schema:publish`)
if (!comparison || comparison.breaking.length > 0) process.exitCode = 1
