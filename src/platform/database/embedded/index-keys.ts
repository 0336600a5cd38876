import { BSON, ObjectId, type Document } from 'mongodb'
import { isPlainObject } from '../filters.js'
import { hasMatchingValue, typeRank, typeRanks } from './values.js'

/**
 * Index keys are bytes. Comparing the keys of two values byte by byte gives the same order as `compareValues`. No key is
 * the beginning of another one, so that the keys of several values can be concatenated.
 */
export type IndexKey = Uint8Array

/** The length of the id at the end of an index entry, in bytes. */
export const idLength = 12

// Most keys are short, so all of them are composed in the same memory and copied from it.
let scratch = Buffer.alloc(4096)
let length = 0

/** Returns the concatenated keys of some values. */
export function encodeKey(values: readonly unknown[]): IndexKey {
  length = 0
  for (const value of values) writeValue(value)
  return copyScratch()
}

/** The entries of a document in an index: one, or several if a list is indexed. */
export interface IndexEntries {
  keys: IndexKey[]
  /** The positions of the paths on which there is a list. */
  lists: number[]
}

/** Returns the entries of a document in an index over these paths. */
export function encodeEntries(document: Document, paths: readonly string[][], id: ObjectId): IndexEntries {
  const values = paths.map(path => scalarAt(document, path))
  const lists = values.flatMap((value, position) => (value === notScalar ? [position] : []))
  if (lists.length === 0) return { keys: [encodeEntry(values, id)], lists }
  const keys = combineKeys(paths.map(path => allKeysAt(document, path)))
  return { keys: keys.map(key => Buffer.concat([key, id.id])), lists }
}

/** Returns the smallest key that is greater than all keys with this prefix; undefined if there is none. */
export function endOfPrefix(prefix: IndexKey): IndexKey | undefined {
  const end = Buffer.from(prefix)
  for (let index = end.length - 1; index >= 0; index--) {
    if (end[index] === 0xff) continue
    end.writeUInt8(end.readUInt8(index) + 1, index)
    return end.subarray(0, index + 1)
  }
  return undefined
}

/** Returns the id at the end of an index entry. */
export const idOfEntry = (entry: IndexKey): ObjectId => new ObjectId(entry.slice(-idLength))

/** Returns the beginning of the keys of all values of a type. */
export const typePrefix = (rank: number): IndexKey => Buffer.of(rank)

function encodeEntry(values: readonly unknown[], id: ObjectId): IndexKey {
  length = 0
  for (const value of values) writeValue(value)
  writeBytes(id.id)
  return copyScratch()
}

const notScalar = Symbol('not a scalar')

/** Returns the value at a path, or `notScalar` if a list is on the path. */
function scalarAt(document: Document, path: readonly string[]): unknown {
  let value: unknown = document
  for (const name of path) {
    if (Array.isArray(value)) return notScalar
    if (!isPlainObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return Array.isArray(value) ? notScalar : value
}

/** Returns the different keys of all values at a path that leads through lists. */
function allKeysAt(document: Document, path: readonly string[]): Buffer[] {
  const keys = new Map<string, Buffer>()
  const add = (value: unknown) => {
    const key = Buffer.from(encodeKey([value]))
    keys.set(key.toString('latin1'), key)
  }
  hasMatchingValue(document, path, value => {
    if (!Array.isArray(value)) add(value)
    // As in MongoDB, an empty list comes before null.
    else if (value.length === 0) add(new BSON.MinKey())
    return false
  })
  if (keys.size === 0) add(undefined)
  return [...keys.values()]
}

/** Returns the Cartesian product of the keys of all fields, each combination concatenated. */
function combineKeys([first = [], ...rest]: Buffer[][]): Buffer[] {
  if (rest.length === 0) return first
  const tails = combineKeys(rest)
  return first.flatMap(head => tails.map(tail => Buffer.concat([head, tail])))
}

function writeValue(value: unknown): void {
  const rank = typeRank(value)
  writeByte(rank)
  if (typeof value === 'string') writeText(value)
  else if (typeof value === 'number' || typeof value === 'bigint') writeNumber(Number(value))
  else if (typeof value === 'boolean') writeByte(Number(value))
  else if (value instanceof Date) writeNumber(value.getTime())
  else if (value instanceof ObjectId) writeBytes(value.id)
  else if (value instanceof BSON.Long) writeNumber(value.toNumber())
  else if (value instanceof BSON.Binary) writeBinary(value)
  else if (rank !== typeRanks.null && rank !== typeRanks.minKey)
    writeEscaped(Buffer.from(BSON.serialize({ value })))
}

const signBit = 0x80_00_00_00

/** Makes negative numbers smaller than positive ones: inverts all of their bits, and the sign bit of the others. */
function writeNumber(value: number): void {
  reserve(8)
  if (Number.isNaN(value)) {
    // As in MongoDB, NaN is smaller than all other numbers.
    scratch.fill(0, length, length + 8)
  } else {
    // Zero has no sign in a key.
    scratch.writeDoubleBE(value + 0, length)
    const [high, low] = [scratch.readUInt32BE(length), scratch.readUInt32BE(length + 4)]
    const isNegative = high >= signBit
    scratch.writeUInt32BE((isNegative ? ~high : high | signBit) >>> 0, length)
    scratch.writeUInt32BE((isNegative ? ~low : low) >>> 0, length + 4)
  }
  length += 8
}

function writeText(text: string): void {
  if (text.includes('\0')) {
    writeEscaped(Buffer.from(text))
    return
  }
  reserve(3 * text.length + 2)
  length += scratch.write(text, length)
  writeByte(0)
  writeByte(0)
}

/** Writes bytes of any length so that a shorter one comes before a longer one that begins with it. */
function writeEscaped(bytes: Uint8Array): void {
  for (const byte of bytes) {
    writeByte(byte)
    if (byte === 0) writeByte(0xff)
  }
  writeByte(0)
  writeByte(0)
}

/** BSON compares binary data by length, then subtype, then content. */
function writeBinary(binary: BSON.Binary): void {
  reserve(4)
  length = scratch.writeUInt32BE(binary.length(), length)
  writeByte(binary.sub_type)
  writeBytes(binary.value())
}

function writeByte(byte: number): void {
  reserve(1)
  scratch[length++] = byte
}

function writeBytes(bytes: Uint8Array): void {
  reserve(bytes.length)
  scratch.set(bytes, length)
  length += bytes.length
}

function reserve(count: number): void {
  if (length + count <= scratch.length) return
  scratch = Buffer.concat([scratch], 2 * (length + count))
}

const copyScratch = (): IndexKey => Uint8Array.prototype.slice.call(scratch, 0, length)
