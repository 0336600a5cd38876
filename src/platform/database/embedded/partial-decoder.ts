import { BSON } from 'mongodb'
import type { Document } from 'mongodb'

/** The selected fields of a document: null for a whole field, or the selected fields of a nested document. */
type SelectedFields = Map<string, SelectedFields | null>

/** Returns a function that decodes only these fields of a document. The others can have megabytes. */
export function partialDecoder(paths: Iterable<string>): (bytes: Uint8Array) => Document {
  const selectedFields: SelectedFields = new Map()
  for (const path of paths) select(selectedFields, path.split('.'))
  return bytes => BSON.deserialize(extract(bytes, 0, selectedFields))
}

function select(selectedFields: SelectedFields, [field = '', ...inner]: string[]): void {
  const existing = selectedFields.get(field)
  if (inner.length === 0 || existing === null) selectedFields.set(field, null)
  else {
    const deeper: SelectedFields = existing ?? new Map<string, SelectedFields | null>()
    selectedFields.set(field, deeper)
    select(deeper, inner)
  }
}

const documentType = 3
const arrayType = 4

/** Extracts the selected fields of the BSON document at an offset. */
function extract(bytes: Uint8Array, start: number, selectedFields: SelectedFields): Buffer {
  return extractElements(bytes, start, (nameAt, nameLength) =>
    selectedFields.get(Buffer.from(bytes.buffer, bytes.byteOffset + nameAt, nameLength).toString()),
  )
}

/** Extracts the selected fields of each document in the BSON array at an offset. */
function extractFromArray(bytes: Uint8Array, start: number, selectedFields: SelectedFields): Buffer {
  // A path can also select an element by its index.
  const isByIndex = [...selectedFields.keys()].some(field => /^\d+$/.test(field))
  return extractElements(bytes, start, () => (isByIndex ? null : selectedFields))
}

/** @param selectionOf returns undefined for elements that are omitted, and null for those that are copied whole */
function extractElements(
  bytes: Uint8Array,
  start: number,
  selectionOf: (nameAt: number, nameLength: number) => SelectedFields | null | undefined,
): Buffer {
  const parts: Uint8Array[] = [Buffer.alloc(4)]
  for (const [type, nameAt, nameLength, index, length] of BSON.onDemand.parseToElements(bytes, start)) {
    const inner = selectionOf(nameAt, nameLength)
    if (inner === undefined) continue
    // A field name is preceded by the type byte and followed by a null byte.
    const head = nameAt - 1
    if (inner && type === documentType) parts.push(bytes.subarray(head, index), extract(bytes, index, inner))
    else if (inner && type === arrayType)
      parts.push(bytes.subarray(head, index), extractFromArray(bytes, index, inner))
    else parts.push(bytes.subarray(head, index + length))
  }
  const part = Buffer.concat([...parts, Buffer.alloc(1)])
  part.writeInt32LE(part.length)
  return part
}
