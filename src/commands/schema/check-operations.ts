import { validate } from 'graphql'
import { paths, readSchema } from './files.js'
import { readManifests, type ManifestProblem } from '../../graphql/registered/manifests.js'
import { describe } from '../../graphql/registered/version.js'

/** Says which registered operations the schema does not answer any more, and why. */
const schema = readSchema(paths.current)
const { operations, problems } = readManifests(paths.operations)

const misfits = operations.flatMap(({ app, version, name, document }): ManifestProblem[] =>
  validate(schema, document).map(error => ({
    of: `${app} ${version} ${name}`,
    message: describe(error),
  })),
)

const all = [...problems, ...misfits]
for (const { of, message } of all) console.error(`${of}: ${message}`)
const versions = new Set(operations.map(({ app, version }) => `${app}/${version}`))
console.log(
  `${operations.length} operations of ${versions.size} app versions checked, ${all.length} problems.`,
)
if (all.length > 0) process.exitCode = 1
