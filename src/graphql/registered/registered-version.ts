import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  GraphQLError,
  Kind,
  parse,
  print,
  separateOperations,
  Source,
  type DefinitionNode,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql'

/** A named operation of a released app. */
export interface RegisteredOperation {
  /** `<app>/<version>/<name>` */
  id: string
  app: string
  version: string
  name: string
  /** `<app>/<version>/<file>` */
  file: string
  /** The operation, followed by the fragments that it uses, which can be in other files. */
  document: DocumentNode
  /** The text of `document`. */
  source: string
}

interface Version {
  folder: string
  app: string
  version: string
  /** Relative to the folder. */
  files: readonly string[]
}

interface VersionContents {
  operations: RegisteredOperation[]
  problems: string[]
}

/** Reads the operations of one version of an app. Returns none if there are problems, to avoid follow-up problems. */
export function readVersion({ folder, app, version, files }: Version): VersionContents {
  const problems: string[] = []
  const definitions: DefinitionNode[] = []
  for (const file of files) {
    try {
      const source = new Source(readFileSync(join(folder, file), 'utf8'), file)
      definitions.push(...parse(source).definitions)
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      problems.push(formatGraphQLError(error))
    }
  }
  problems.push(...findDefinitionProblems(definitions))
  if (problems.length > 0) return { operations: [], problems }

  const documents = separateOperations({ kind: Kind.DOCUMENT, definitions })
  // Print each definition once: many operations share a fragment.
  const texts = new Map(definitions.map(definition => [definition, print(definition)]))
  const operations = Object.entries(documents).map(([name, { definitions: own }]) => {
    const operation = own.find(isOperation)
    // Clients send the operation first.
    const sorted = [...own].sort((a, b) => Number(isOperation(b)) - Number(isOperation(a)))
    return {
      id: `${app}/${version}/${name}`,
      app,
      version,
      name,
      file: operation?.loc?.source.name ?? '',
      document: { kind: Kind.DOCUMENT as const, definitions: sorted },
      source: sorted.map(definition => texts.get(definition)).join('\n\n'),
    }
  })
  return { operations, problems }
}

/** Formats the location and the message in one line. */
export function formatGraphQLError(error: GraphQLError): string {
  const { line, column } = error.locations?.[0] ?? {}
  return `${error.source?.name ?? ''}:${line ?? 0}:${column ?? 0}: ${error.message}`
}

function findDefinitionProblems(definitions: readonly DefinitionNode[]): string[] {
  const problems: string[] = []
  const files = new Map<string, string>()
  for (const definition of definitions) {
    const file = definition.loc?.source.name ?? ''
    if (!isOperation(definition) && definition.kind !== Kind.FRAGMENT_DEFINITION) {
      problems.push(`${file}: contains a definition that is neither an operation nor a fragment`)
      continue
    }
    if (!definition.name) {
      problems.push(`${file}: contains an operation without a name`)
      continue
    }
    const name = `${isOperation(definition) ? 'operation' : 'fragment'} ${definition.name.value}`
    const other = files.get(name)
    if (other === undefined) files.set(name, file)
    else problems.push(`${file}: ${name} is already defined in ${other}`)
  }
  return problems
}

const isOperation = (definition: DefinitionNode): definition is OperationDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION
