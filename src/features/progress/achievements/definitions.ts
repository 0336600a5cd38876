import { readFileSync } from 'node:fs'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Locale } from '../../../lib/locales.js'
import { counterNames } from './counters.js'
import { achievementKinds } from './models.js'

const literals = <T extends string>(values: readonly T[]) =>
  Type.Union(values.map(value => Type.Literal(value)))
const Key = Type.String({ pattern: '^[a-z0-9]+(_[a-z0-9]+)*$' })

/** The key must never change: earned achievements are stored under it. */
const Definition = Type.Object(
  {
    key: Key,
    kind: literals(achievementKinds),
    counter: literals(counterNames),
    /**
     * Counter values in ascending order. A repeatable achievement has one tier and is earned with each multiple of
     * it.
     */
    tiers: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }),
    isRepeatable: Type.Optional(Type.Boolean()),
    /** True if it is only shown to users who have earned it. */
    isHidden: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const Text = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  description: Type.String({ minLength: 1, maxLength: 200 }),
})

const definitionsFile = Compile(Type.Array(Definition))
const textsFile = Compile(Type.Record(Key, Text))

export type Definition = Static<typeof Definition>
type AchievementText = Static<typeof Text>

export interface Definitions {
  all: readonly Definition[]
  /** By key. */
  texts: Record<Locale, ReadonlyMap<string, AchievementText>>
}

/** Returns the parsed content of a file. */
type ReadFile = (name: string) => unknown

const readFile: ReadFile = name =>
  JSON.parse(readFileSync(new URL(`definitions/${name}`, import.meta.url), 'utf8'))

/** @throws Error for an invalid file, with its name */
export function readDefinitions(read: ReadFile = readFile): Definitions {
  const all = definitionsFile.Check(read('achievements.json'))
    ? (read('achievements.json') as Definition[])
    : null
  if (!all) throw new Error('achievements.json is not a list of definitions')
  const keys = new Set(all.map(({ key }) => key))
  if (keys.size < all.length) throw new Error('achievements.json has a duplicate key')
  for (const { key, tiers, isRepeatable } of all) {
    if (tiers.some((tier, index) => tier <= (tiers[index - 1] ?? 0)))
      throw new Error(`achievements.json: the tiers of ${key} must be in ascending order`)
    if (isRepeatable && tiers.length > 1)
      throw new Error(`achievements.json: ${key} is repeatable, so it must have one tier`)
  }
  const readTexts = (language: Locale) => {
    const texts = read(`${language}.json`)
    if (!textsFile.Check(texts)) throw new Error(`${language}.json is not a list of texts`)
    const textsByKey = new Map(Object.entries(texts))
    const mismatch =
      [...keys].find(key => !textsByKey.has(key)) ?? [...textsByKey.keys()].find(key => !keys.has(key))
    if (mismatch !== undefined)
      throw new Error(`${language}.json and achievements.json differ in ${mismatch}`)
    return textsByKey
  }
  return { all, texts: { en: readTexts('en'), de: readTexts('de'), es: readTexts('es') } }
}
