import { validate } from 'graphql'
import { paths, readSchema } from './files.js'
import { readManifests, type ManifestProblem } from '../../graphql/registered/manifests.js'
import { formatGraphQLError } from '../../graphql/registered/registered-version.js'

/** Reports registered operations that are invalid against the current schema. */
const schema = readSchema(paths.current)
const { operations, problems } = readManifests(paths.operations)

const invalidOperations = operations.flatMap(({ app, version, name, document }): ManifestProblem[] =>
  validate(schema, document).map(error => ({
    location: `${app} ${version} ${name}`,
    message: formatGraphQLError(error),
  })),
)

const all = [...problems, ...invalidOperations]
for (const { location, message } of all) console.error(`${location}: ${message}`)
const versions = new Set(operations.map(({ app, version }) => `${app}/${version}`))
console.log(
  `${operations.length} operations of ${versions.size} app versions checked, ${all.length} problems.`,
)
if (all.length > 0) process.exitCode = 1
