import { BSON } from 'mongodb'
import type { Document } from 'mongodb'

/** Some fields of a stored document. The others, of which there can be megabytes, are not decoded. */
export function partOf(bytes: Uint8Array, fields: ReadonlySet<string>): Document {
  const wanted: Uint8Array[] = []
  for (const [, nameAt, nameLength, valueAt, valueLength] of BSON.onDemand.parseToElements(bytes)) {
    const name = Buffer.from(bytes.buffer, bytes.byteOffset + nameAt, nameLength).toString()
    // In front of the name is its type.
    if (fields.has(name)) wanted.push(bytes.subarray(nameAt - 1, valueAt + valueLength))
  }
  const size = Buffer.alloc(4)
  const part = Buffer.concat([size, ...wanted, Buffer.alloc(1)])
  part.writeInt32LE(part.length)
  return BSON.deserialize(part)
}
