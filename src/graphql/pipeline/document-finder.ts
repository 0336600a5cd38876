import { createHash } from 'node:crypto'
import { GraphQLError, parse, print, stripIgnoredCharacters } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { ErrorCode, InputErrorCode } from '../../errors.js'
import { MiB } from '../../lib/quantities.js'
import { cacheMetrics } from '../../platform/telemetry/meter.js'
import { noTelemetry, type Telemetry } from '../../platform/telemetry/telemetry.js'
import { inputError, OperationError } from './operation-error.js'

/** An operation of a released app. */
export interface RegisteredDocument {
  /** `<app>/<version>/<operation name>` */
  id: string
  source: string
}

/** Identifies the document of a request: by its text, by its hash, or by the id of a registered operation. */
export interface DocumentReference {
  query: string | undefined
  /** The SHA-256 of the text in lowercase hexadecimal digits. */
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
    sizeCalculation: (text, key) => 2 * (key.length + text.length),
  })

/** Finds the text of a request's document. */
export function createDocumentFinder({ registered, onlyRegistered, telemetry = noTelemetry }: Options) {
  const byId = new Map(registered.map(({ id, source }) => [id, source]))
  const byHash = new Map(registered.map(({ source }) => [hashOf(source), source]))
  // Only needed if other documents are rejected.
  const byNormalizedText = new Map(
    (onlyRegistered ? registered : []).map(({ source }) => [normalizeDocument(source), source]),
  )
  /** Documents that clients have sent with their hash, for later requests with the hash alone. */
  const persisted = textCache()
  const metrics = cacheMetrics(telemetry.meter, 'persisted')
  metrics.trackSize(() => persisted.size)
  /** Registered documents by the text that clients have sent, because normalizing it is slow. */
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
      metrics.onLookup(source !== undefined)
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

/** Removes insignificant characters and sorts the definitions. Returns the text itself if it cannot be parsed. */
function normalizeDocument(query: string): string {
  try {
    const { definitions } = parse(query, { maxLexicalTokens: maxTokens })
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
