import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

const DefaultNames = Type.Record(Type.String(), Type.Array(Type.String()))
const file = new URL('default-names.json', import.meta.url)

/** Reads the names that Strong and Hevy use for the exercises of their default lists, by slug. */
export async function readDefaultNames(): Promise<Record<string, string[]>> {
  return Value.Parse(DefaultNames, JSON.parse(await readFile(file, 'utf8')))
}
