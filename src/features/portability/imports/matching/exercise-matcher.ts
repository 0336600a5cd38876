import type { Equipment } from '../../../../lib/exercise-vocabulary.js'
import type { Exercise, ExerciseTexts } from '../../../training/exercises/models.js'
import { duplicateIndex, type DuplicateCriteria } from '../../../training/exercises/duplicate-index.js'
import { bracketedEquipmentTranslator, equipmentOfWord } from './bracketed-equipment.js'
import { readDefaultNames } from './default-names.js'
import { customExerciseName, normalizeName, splitBrackets } from './exercise-names.js'

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

/** Creates a function that matches a name in a file with an exercise. Custom exercises precede those of the catalogue. */
export async function exerciseMatcher(
  own: readonly MatchableExercise[],
  catalogue: readonly MatchableExercise[],
  isOwnExport: boolean,
) {
  const byName = await exactNameIndex(own, catalogue, isOwnExport)
  const duplicates = duplicateIndex(catalogue)
  const byAlias = translatedAliasIndex(catalogue)
  const byTranslation = translationIndex(catalogue)
  const translateEquipment = await bracketedEquipmentTranslator()

  function findDuplicate(name: string): MatchableExercise | undefined {
    for (const spelling of spellingsOf(name)) {
      const found = duplicates.find(spelling)
      if (found) return found
    }
    return undefined
  }

  /** Finds a name with its equipment in brackets in another language. */
  function findTranslated(name: string): MatchableExercise | undefined {
    for (const { name: translated, equipment } of translateEquipment(name)) {
      const candidates = byTranslation.get(normalizeName(translated)) ?? []
      const found = candidates.find(exercise => exercise.equipment.includes(equipment))
      if (found) return found
    }
    return undefined
  }

  return (name: string): NameMatch | null => {
    const exercise = byName.get(normalizeName(name))
    if (exercise) return { exercise, confidence: exactConfidence }
    const similar = findDuplicate(name) ?? byAlias.get(normalizeName(name)) ?? findTranslated(name)
    return similar ? { exercise: similar, confidence: similarConfidence } : null
  }
}

/** Indexes the exercises by the names that match exactly. The first exercise with a name takes precedence. */
async function exactNameIndex(
  own: readonly MatchableExercise[],
  catalogue: readonly MatchableExercise[],
  isOwnExport: boolean,
): Promise<ReadonlyMap<string, MatchableExercise>> {
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
  const bySlug = new Map(catalogue.map(exercise => [exercise.slug, exercise]))
  for (const [slug, names] of Object.entries(await readDefaultNames()))
    for (const name of names) add(name, bySlug.get(slug))
  for (const exercise of catalogue) addTranslations(exercise)
  return byName
}

const translatedAliasIndex = (
  catalogue: readonly MatchableExercise[],
): ReadonlyMap<string, MatchableExercise> =>
  new Map(
    catalogue.flatMap(exercise =>
      (exercise.translatedTexts ?? []).flatMap(({ aliases }) =>
        aliases.map(alias => [normalizeName(alias), exercise] as const),
      ),
    ),
  )

/** The exercises by their names and aliases in languages other than English; names come before aliases. */
function translationIndex(
  catalogue: readonly MatchableExercise[],
): ReadonlyMap<string, readonly MatchableExercise[]> {
  const index = new Map<string, MatchableExercise[]>()
  const add = (text: string, exercise: MatchableExercise) => {
    const normalized = normalizeName(text)
    const others = index.get(normalized)
    if (others) others.push(exercise)
    else index.set(normalized, [exercise])
  }
  for (const exercise of catalogue) for (const { name } of exercise.translatedTexts ?? []) add(name, exercise)
  for (const exercise of catalogue)
    for (const { aliases } of exercise.translatedTexts ?? [])
      for (const alias of aliases) add(alias, exercise)
  return index
}

/** The spellings that the catalogue may use: `Row (Cable)` can be `Cable Row`, or `Row` with a cable. */
function spellingsOf(name: string): DuplicateCriteria[] {
  const toCriteria = (spelling: string, equipment: readonly Equipment[]): DuplicateCriteria => ({
    name: spelling,
    aliases: [],
    category: 'STRENGTH',
    equipment: [...equipment],
  })
  const parts = splitBrackets(name)
  if (!parts) return [toCriteria(name, [])]
  const { base, word } = parts
  const equipment = equipmentOfWord(word)
  return equipment ? [toCriteria(`${word} ${base}`, equipment), toCriteria(base, equipment)] : []
}
