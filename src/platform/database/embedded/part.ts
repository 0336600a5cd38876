import { BSON } from 'mongodb'
import type { Document } from 'mongodb'

/** What is wanted of a document: of each field all, or what is wanted of it where it is a document, too. */
type Wanted = Map<string, Wanted | null>

/** Fields of stored documents by their paths. The others, of which there can be megabytes, are not decoded. */
export function partOf(paths: Iterable<string>): (bytes: Uint8Array) => Document {
  const wanted: Wanted = new Map()
  for (const path of paths) want(wanted, path.split('.'))
  return bytes => BSON.deserialize(cut(bytes, 0, wanted))
}

function want(wanted: Wanted, [field = '', ...inner]: string[]): void {
  const known = wanted.get(field)
  if (inner.length === 0 || known === null) wanted.set(field, null)
  else {
    const deeper: Wanted = known ?? new Map<string, Wanted | null>()
    wanted.set(field, deeper)
    want(deeper, inner)
  }
}

const documentType = 3

/** The document that begins there, with what is wanted of it. */
function cut(bytes: Uint8Array, start: number, wanted: Wanted): Buffer {
  const parts: Uint8Array[] = [Buffer.alloc(4)]
  for (const [type, nameAt, nameLength, at, length] of BSON.onDemand.parseToElements(bytes, start)) {
    const inner = wanted.get(Buffer.from(bytes.buffer, bytes.byteOffset + nameAt, nameLength).toString())
    if (inner === undefined) continue
    // In front of a name is the type of what it names, behind it a null byte.
    if (inner && type === documentType) parts.push(bytes.subarray(nameAt - 1, at), cut(bytes, at, inner))
    else parts.push(bytes.subarray(nameAt - 1, at + length))
  }
  const part = Buffer.concat([...parts, Buffer.alloc(1)])
  part.writeInt32LE(part.length)
  return part
}
