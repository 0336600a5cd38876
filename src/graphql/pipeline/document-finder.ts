import { createHash } from 'node:crypto'
import { GraphQLError, parse, print, stripIgnoredCharacters } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { ErrorCode, InputErrorCode } from '../../errors.js'
import { MiB } from '../../lib/quantities.js'
import { cacheMetrics } from '../../platform/telemetry/meter.js'
import { noTelemetry, type Telemetry } from '../../platform/telemetry/telemetry.js'
import { inputError, OperationError } from './operation-error.js'

/** An operation of a released app, known before anyone asks for it. */
export interface RegisteredDocument {
  /** `<app>/<version>/<operation name>` */
  id: string
  source: string
}

/** How a request names its document: as text, by its hash, or by the id of a registered one. */
export interface DocumentReference {
  query: string | undefined
  /** SHA-256 of the text in lower-case hexadecimal digits. */
  sha256: string | undefined
  documentId: string | undefined
}

interface Options {
  registered: readonly RegisteredDocument[]
  onlyRegistered: boolean
  telemetry?: Pick<Telemetry, 'meter'>
}

const maxTokens = 5000
const textCache = () =>
  new LRUCache<string, string>({
    max: 1000,
    maxSize: 8 * MiB,
    // Up to two bytes for each character.
    sizeCalculation: (text, key) => 2 * (key.length + text.length) + 1,
  })

/** Finds the text of the document that a request is about. Maps, so that no name finds `constructor`. */
export function createDocumentFinder({ registered, onlyRegistered, telemetry = noTelemetry }: Options) {
  const byId = new Map(registered.map(({ id, source }) => [id, source]))
  const byHash = new Map(registered.map(({ source }) => [hashOf(source), source]))
  // Who lets in everything does not compare.
  const byNormalizedText = new Map(
    (onlyRegistered ? registered : []).map(({ source }) => [normalizeDocument(source), source]),
  )
  /** What clients have sent together with its hash, for those who send the hash alone. */
  const persisted = textCache()
  const watch = cacheMetrics(telemetry.meter, 'persisted')
  watch.onCreated(() => persisted.size)
  /** Registered documents as clients have written them: to see that they are the same takes long. */
  const recognized = textCache()

  function resolveSource(query: string): string {
    if (!onlyRegistered) return query
    const source = recognized.get(query) ?? byNormalizedText.get(normalizeDocument(query))
    if (source === undefined) throw documentError('FORBIDDEN', 'Only registered operations are accepted.')
    recognized.set(query, source)
    return source
  }

  /** @throws OperationError PERSISTED_QUERY_NOT_FOUND, NOT_FOUND, FORBIDDEN, BAD_USER_INPUT */
  return ({ query, sha256, documentId }: DocumentReference): string => {
    if (documentId !== undefined) {
      const source = byId.get(documentId) ?? byHash.get(documentId.replace(/^sha256:/, ''))
      if (source === undefined)
        throw documentError('NOT_FOUND', `There is no registered operation "${documentId}".`)
      return source
    }
    if (query === undefined) {
      const source = byHash.get(sha256 ?? '') ?? persisted.get(sha256 ?? '')
      watch.onLookup(source !== undefined)
      if (source === undefined) throw documentError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
      return source
    }
    if (sha256 === undefined) return resolveSource(query)
    if (hashOf(query) !== sha256) throw hashMismatch()
    const source = resolveSource(query)
    if (!byHash.has(sha256)) persisted.set(sha256, source)
    return source
  }
}

export type DocumentFinder = ReturnType<typeof createDocumentFinder>

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The document without what makes no difference, its order included; the text itself if it cannot be read. */
function normalizeDocument(query: string): string {
  try {
    const { definitions } = parse(query, { maxTokens })
    return definitions
      .map(definition => stripIgnoredCharacters(print(definition)))
      .sort()
      .join(' ')
  } catch {
    return query
  }
}

const hashField = 'extensions.persistedQuery.sha256Hash'
const hashMismatch = () =>
  new OperationError('BAD_USER_INPUT', [
    inputError(hashField, `${hashField} is not the SHA-256 of the query.`),
  ])

const documentError = (code: Exclude<ErrorCode, InputErrorCode>, message: string) =>
  new OperationError(code, [new GraphQLError(message)])
