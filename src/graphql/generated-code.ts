import { readFileSync } from 'node:fs'
import { parse, type DefinitionNode } from 'graphql'
import { publishedSchemaFile } from './schema-route.js'
import { typeDefinitions } from './schema.js'

/**
 * Returns whether `generated/` was created from the current `schema/`. Ignores formatting, order and the use of
 * extensions, because code generation changes all three.
 */
export const isGeneratedCodeCurrent = (
  source = typeDefinitions(),
  generated = readFileSync(publishedSchemaFile, 'utf8'),
): boolean => normalizeSdl(source) === normalizeSdl(generated)

/** Returns the same text for equivalent schemas. */
const normalizeSdl = (sdl: string): string =>
  parse(sdl, { noLocation: true }).definitions.flatMap(splitDefinition).sort().join('\n')

/** Splits a definition or extension into its fields or values, and the rest of the definition. */
function splitDefinition(definition: DefinitionNode): string[] {
  if (!('name' in definition) || !definition.name) return []
  const { value: name } = definition.name
  const { fields, values, ...rest } = { fields: [], values: [], ...definition }
  const isExtension = definition.kind.endsWith('Extension')
  return [...fields, ...values, ...(isExtension ? [] : [rest])].map(part => `${name} ${sortedJson(part)}`)
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).sort().join()}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const properties = Object.entries(value)
    .filter(([key, content]) => key !== 'block' && content !== undefined && !isEmptyList(content))
    .map(([key, content]) => `${key}:${sortedJson(content)}`)
  return `{${properties.sort().join()}}`
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0
