import { createHash } from 'node:crypto'
import { ObjectId } from 'mongodb'
import { headIdOf } from '../../../src/features/owned/head-id.js'
import { derivedId } from '../../../src/lib/ids.js'
import type { Entity } from '../../../src/platform/database/database.js'
import type { TemplatePerson } from './template-people.js'

/** A document of a template person. */
export interface TemplateDocument {
  collection: string
  document: Entity
}

/** Creates the documents of the clones of one template person. */
export interface Template {
  /** Number of documents of each clone. */
  size: number
  /** Collection of the document at a position. */
  collectionAt(position: number): string
  /** The document at a position, for the clone with a number. */
  documentAt(position: number, person: number): Entity
  /** The positions of ids, from which `cloneId` computes the ids of a clone. */
  userPosition: number
  sessionPosition: number
}

const anyId = /[0-9a-f]{24}/g

/** All ids that occur in a value, also those in keys and in text. */
export function idsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (value instanceof ObjectId) found.add(value.toHexString())
  else if (typeof value === 'string') for (const [id] of value.matchAll(anyId)) found.add(id)
  else if (typeof value === 'object' && value !== null && !(value instanceof Date))
    for (const [key, field] of Object.entries(value)) {
      idsIn(key, found)
      idsIn(field, found)
    }
  return found
}

/**
 * The id at a position of a clone. Like generated ids, these begin with a time: the records of one person are as far
 * apart in the order of ids as if everyone had trained at the same time.
 */
export const cloneId = (position: number, person: number): string =>
  (firstTime + position).toString(16).padStart(8, '0') + person.toString(16).padStart(16, '0')

/** In seconds. */
const firstTime = Date.UTC(2025, 0, 1) / 1000

export const cloneUsername = (person: number): string => `person-${person}`

/** Ids that the stores derive from other fields of a document. */
const derivedIds: Record<string, (document: Entity) => string | undefined> = {
  ownedRecords: ({ userId, type }) => (type === undefined ? headIdOf(hex(userId)) : undefined),
  trainingYears: ({ userId, year }) => derivedId(hex(userId), 'trained', year as number),
  bodyWeightYears: ({ userId, year }) => derivedId(hex(userId), year as number),
  personalRecords: ({ userId, workoutId, exerciseId, type }) =>
    derivedId(hex(userId), hex(workoutId), hex(exerciseId), type as string),
}

const hex = (id: unknown) => (id as ObjectId).toHexString()
const derivedIdOf = ({ collection, document }: TemplateDocument) => derivedIds[collection]?.(document)

/**
 * Prepares the clones of a template person.
 * @param documents all documents of the person
 * @param sharedIds ids that clones keep, such as those of catalogue exercises
 * @throws Error if the stores derive ids in another way than this module
 */
export function createTemplate(
  { userId, username }: TemplatePerson,
  documents: readonly TemplateDocument[],
  sharedIds: ReadonlySet<string>,
): Template {
  const positions = new Map<string, number>()
  const positionOf = (id: string) => {
    const known = positions.get(id)
    if (known !== undefined) return known
    positions.set(id, positions.size)
    return positions.size - 1
  }
  const userPosition = positionOf(userId)
  for (const { document } of documents)
    for (const id of idsIn(document)) if (!sharedIds.has(id)) positionOf(id)

  const text = new RegExp(`${anyId.source}|${username}`, 'g')
  const makers = documents.map(source => {
    const { collection, document } = source
    const derived = derivedIdOf(source)
    if (derived !== undefined && derived !== document._id.toHexString())
      throw new Error(`the ids in ${collection} are derived in another way than ${derived}`)
    const make = asFunction(compile(document, { positions, text }))
    return (person: number) => {
      const clone = make(person) as Entity
      const id = derivedIdOf({ collection, document: clone })
      if (id !== undefined) clone._id = new ObjectId(id)
      // The hash of a token's random id, which is unique.
      if ('jtiHash' in clone) clone['jtiHash'] = hashOf(`session of ${cloneUsername(person)}`)
      return clone
    }
  })
  const session = documents.find(({ collection }) => collection === 'sessions')
  if (!session) throw new Error('the template person has no session')
  return {
    size: documents.length,
    collectionAt: position => documents[position]!.collection,
    documentAt: (position, person) => makers[position]!(person),
    userPosition,
    sessionPosition: positionOf(session.document._id.toHexString()),
  }
}

const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url')

interface Replacements {
  positions: ReadonlyMap<string, number>
  /** Finds ids and usernames in text. */
  text: RegExp
}

type Compiled = { constant: unknown } | ((person: number) => unknown)

const isConstant = (compiled: Compiled): compiled is { constant: unknown } => 'constant' in compiled
const asFunction = (compiled: Compiled) => (isConstant(compiled) ? () => compiled.constant : compiled)

/** Prepares the copies of a value. Parts that are equal in all clones are shared. */
function compile(value: unknown, replacements: Replacements): Compiled {
  if (value instanceof ObjectId) {
    const position = replacements.positions.get(value.toHexString())
    return position === undefined
      ? { constant: value }
      : person => ObjectId.createFromHexString(cloneId(position, person))
  }
  if (typeof value === 'string') return compileText(value, replacements)
  if (typeof value !== 'object' || value === null || value instanceof Date) return { constant: value }
  if (Array.isArray(value)) {
    const items = value.map(item => compile(item, replacements))
    if (items.every(isConstant)) return { constant: value }
    const makers = items.map(asFunction)
    return person => makers.map(make => make(person))
  }
  const fields = Object.entries(value).map(
    ([key, field]) => [compileText(key, replacements), compile(field, replacements)] as const,
  )
  if (fields.every(([key, field]) => isConstant(key) && isConstant(field))) return { constant: value }
  const makers = fields.map(([key, field]) => [asFunction(key), asFunction(field)] as const)
  return person => {
    const copy: Record<string, unknown> = {}
    for (const [key, field] of makers) copy[key(person) as string] = field(person)
    return copy
  }
}

function compileText(value: string, { positions, text }: Replacements): Compiled {
  const parts: (string | ((person: number) => string))[] = []
  let end = 0
  for (const match of value.matchAll(text)) {
    const [found] = match
    const position = positions.get(found)
    if (anyIdOnly.test(found) && position === undefined) continue
    parts.push(value.slice(end, match.index))
    parts.push(position === undefined ? cloneUsername : person => cloneId(position, person))
    end = match.index + found.length
  }
  if (parts.length === 0) return { constant: value }
  parts.push(value.slice(end))
  return person => parts.map(part => (typeof part === 'string' ? part : part(person))).join('')
}

const anyIdOnly = new RegExp(`^${anyId.source}$`)
