import type { Document } from 'mongodb'
import type { Entity, Projection } from '../database.js'

/** Returns a document with only `_id` and the projected fields. @throws TypeError for fields inside of arrays */
export function applyProjection(document: Entity, projection: Projection | undefined): Entity {
  if (!projection) return document
  const result: Entity = { _id: document._id }
  for (const path of Object.keys(projection)) copyField(document, result, path.split('.'))
  return result
}

function copyField(from: Document, to: Document, [name = '', ...inner]: readonly string[]): void {
  const value: unknown = from[name]
  if (value === undefined) return
  if (inner.length === 0) to[name] = value
  else if (Array.isArray(value)) throw new TypeError('fields of lists cannot be projected')
  else if (typeof value === 'object' && value !== null) copyField(value, (to[name] ??= {}) as Document, inner)
}
