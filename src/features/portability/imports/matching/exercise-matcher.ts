import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { foldCase } from '../../../../lib/text.js'
import type { Exercise, ExerciseTexts } from '../../../training/exercises/models.js'
import { duplicateIndex, type DuplicateCriteria } from '../../../training/exercises/duplicate-index.js'
import { equipment, type Equipment } from '../../../../lib/exercise-vocabulary.js'

/** The fields of an exercise by which names in a file are matched with it. */
export interface MatchableExercise extends DuplicateCriteria, Pick<Exercise, 'id' | 'slug' | 'trackingType'> {
  /** The names and aliases in languages other than English. */
  translatedTexts?: readonly Pick<ExerciseTexts, 'name' | 'aliases'>[]
}

export interface NameMatch {
  exercise: MatchableExercise
  /** From 0 to 1. */
  confidence: number
}

/** The confidence for the name of an exercise, or for a name of Strong or Hevy that was matched by hand. */
const exactConfidence = 1
/** The confidence for an alias, or for the same words in another order. */
const similarConfidence = 0.9

/** The names that Strong and Hevy use for the exercises of their default lists, by slug. */
const DefaultNames = Type.Record(Type.String(), Type.Array(Type.String()))
const file = new URL('default-names.json', import.meta.url)

export async function readDefaultNames(): Promise<Record<string, string[]>> {
  return Value.Parse(DefaultNames, JSON.parse(await readFile(file, 'utf8')))
}

/**
 * How other languages name equipment in brackets, such as `Rudern (Kabel)`, and how names of the catalogue contain it, the
 * most specific phrase first.
 */
const EquipmentPhrases = Type.Array(
  Type.Object({
    words: Type.Array(Type.String()),
    equipment: Type.Enum([...equipment]),
    phrases: Type.Array(Type.String()),
  }),
)
const phrasesFile = new URL('equipment-phrases.json', import.meta.url)

const readEquipmentPhrases = async () =>
  Value.Parse(EquipmentPhrases, JSON.parse(await readFile(phrasesFile, 'utf8')))

/** The exercises by their names and aliases in languages other than English; names come before aliases. */
function translationIndex(catalogue: readonly MatchableExercise[]): Map<string, MatchableExercise[]> {
  const index = new Map<string, MatchableExercise[]>()
  const add = (text: string, exercise: MatchableExercise) => {
    const normalized = normalizeName(text)
    index.set(normalized, [...(index.get(normalized) ?? []), exercise])
  }
  for (const exercise of catalogue) for (const { name } of exercise.translatedTexts ?? []) add(name, exercise)
  for (const exercise of catalogue)
    for (const { aliases } of exercise.translatedTexts ?? [])
      for (const alias of aliases) add(alias, exercise)
  return index
}

/** The equipment that names give in brackets at the end, such as `Row (Cable)`. */
const equipmentWords = new Map<string, readonly Equipment[]>([
  ['barbell', ['BARBELL']],
  ['dumbbell', ['DUMBBELL']],
  ['kettlebell', ['KETTLEBELLS']],
  ['cable', ['CABLE']],
  ['machine', ['MACHINE']],
  ['smith machine', ['SMITH_MACHINE']],
  ['band', ['BANDS']],
  ['bodyweight', ['BODY_ONLY']],
  ['suspension', ['SUSPENSION']],
  ['plate', ['WEIGHT_PLATE']],
  ['weight plate', ['WEIGHT_PLATE']],
  ['ez bar', ['EZ_CURL_BAR']],
  ['trap bar', ['TRAP_BAR']],
  ['stability ball', ['EXERCISE_BALL']],
])

/** The name that an export gives a custom exercise whose own name is taken; numbered if this name is taken, too. */
export const customExerciseName = (name: string, number = 1) =>
  `${name} (mine${number === 1 ? '' : ` ${number}`})`

const inBrackets = /^(.*\S) *\(([^()]+)\)$/

/** Maps names that differ only in case, white space and punctuation to the same string. */
export const normalizeName = (name: string) =>
  foldCase(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The key by which a mapping finds a name. A name can consist of symbols only. */
export const mappingKey = (name: string): string => normalizeName(name) || name

/** The equipment that a name gives in brackets; an empty list if it gives none. */
export function parseEquipment(name: string): readonly Equipment[] {
  const [, , word = ''] = inBrackets.exec(name) ?? []
  return equipmentWords.get(foldCase(word)) ?? []
}

/** Creates a function that matches a name in a file with an exercise. Custom exercises precede those of the catalogue. */
export async function exerciseMatcher(
  own: readonly MatchableExercise[],
  catalogue: readonly MatchableExercise[],
  isOwnExport: boolean,
) {
  const bySlug = new Map(catalogue.map(exercise => [exercise.slug, exercise]))
  const byName = new Map<string, MatchableExercise>()
  const add = (name: string, exercise: MatchableExercise | undefined) => {
    const normalized = normalizeName(name)
    if (exercise && !byName.has(normalized)) byName.set(normalized, exercise)
  }
  const addTranslations = (exercise: MatchableExercise) => {
    for (const { name } of exercise.translatedTexts ?? []) add(name, exercise)
  }
  // Exports of this service rename custom exercises whose name the catalogue has in any language, so the catalogue
  // comes first.
  if (isOwnExport)
    for (const exercise of catalogue) {
      add(exercise.name, exercise)
      addTranslations(exercise)
    }
  for (const exercise of own) {
    add(exercise.name, exercise)
    if (isOwnExport) add(customExerciseName(exercise.name), exercise)
  }
  for (const exercise of catalogue) add(exercise.name, exercise)
  for (const [slug, names] of Object.entries(await readDefaultNames()))
    for (const name of names) add(name, bySlug.get(slug))
  for (const exercise of catalogue) addTranslations(exercise)
  const translatedAliases = new Map(
    catalogue.flatMap(exercise =>
      (exercise.translatedTexts ?? []).flatMap(({ aliases }) =>
        aliases.map(alias => [normalizeName(alias), exercise] as const),
      ),
    ),
  )
  const duplicates = duplicateIndex(catalogue)
  const phrases = await readEquipmentPhrases()
  const byTranslation = translationIndex(catalogue)

  /** Finds a name with its equipment in brackets in another language. */
  function findTranslated(name: string): MatchableExercise | undefined {
    const [, base = '', word = ''] = inBrackets.exec(name) ?? []
    const spellings = phrases
      .filter(({ words }) => words.some(other => normalizeName(other) === normalizeName(word)))
      .flatMap(({ equipment, phrases }) => phrases.map(phrase => ({ equipment, phrase })))
    for (const { equipment, phrase } of spellings) {
      const named = byTranslation.get(normalizeName(phrase.replace('{name}', base))) ?? []
      const found = named.find(exercise => exercise.equipment.includes(equipment))
      if (found) return found
    }
    return undefined
  }

  return (name: string): NameMatch | null => {
    const exercise = byName.get(normalizeName(name))
    if (exercise) return { exercise, confidence: exactConfidence }
    const duplicate = spellingsOf(name)
      .map(traits => duplicates.find(traits))
      .find(found => found !== undefined)
    const similar = duplicate ?? translatedAliases.get(normalizeName(name)) ?? findTranslated(name)
    return similar ? { exercise: similar, confidence: similarConfidence } : null
  }
}

/** The spellings that the catalogue may use: `Row (Cable)` can be `Cable Row`, or `Row` with a cable. */
function spellingsOf(name: string): DuplicateCriteria[] {
  const [, base, word] = inBrackets.exec(name) ?? []
  const entry = (name: string, equipment: readonly Equipment[]): DuplicateCriteria => ({
    name,
    aliases: [],
    category: 'STRENGTH',
    equipment: [...equipment],
  })
  if (base === undefined || word === undefined) return [entry(name, [])]
  const equipment = equipmentWords.get(foldCase(word))
  return equipment ? [entry(`${word} ${base}`, equipment), entry(base, equipment)] : []
}
