import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { foldCase } from '../../../../lib/text.js'
import type { Exercise, ExerciseTexts } from '../../../training/exercises/models.js'
import { duplicateIndex, type DuplicateTraits } from '../../../training/exercises/duplicate-index.js'
import type { Equipment } from '../../../training/exercises/vocabulary.js'

/** What of an exercise is needed to find it by a name of a file. */
export interface MatchableExercise extends DuplicateTraits, Pick<Exercise, 'id' | 'slug' | 'trackingType'> {
  /** Its names and aliases in languages other than English. */
  translatedTexts?: readonly Pick<ExerciseTexts, 'name' | 'aliases'>[]
}

/** An exercise that a name stands for. */
export interface NameMatch {
  exercise: MatchableExercise
  /** From 0 to 1. */
  confidence: number
}

/** The same name, and the apps' own names, which people have matched by hand. */
const certain = 1
/** Another name of it, or the same words in another order. */
const likely = 0.9

/** By slug: what Strong and Hevy call the exercises of their default lists. */
const Names = Type.Record(Type.String(), Type.Array(Type.String()))
const file = new URL('default-names.json', import.meta.url)

export async function defaultNames(): Promise<Record<string, string[]>> {
  return Value.Parse(Names, JSON.parse(await readFile(file, 'utf8')))
}

/** The words for equipment that stand in brackets behind a name. */
const tools = new Map<string, readonly Equipment[]>([
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

/** What an export calls an exercise of somebody's own whose name is taken; with a number if that is, too. */
export const customExerciseName = (name: string, number = 1) =>
  `${name} (mine${number === 1 ? '' : ` ${number}`})`

const inBrackets = /^(.*\S) *\(([^()]+)\)$/

/** One spelling for what differs in case, white space and punctuation only. */
export const normalizeName = (name: string) =>
  foldCase(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The equipment that a name says in brackets; none where it says nothing of it. */
export function parseEquipment(name: string): readonly Equipment[] {
  const [, , tool = ''] = inBrackets.exec(name) ?? []
  return tools.get(foldCase(tool)) ?? []
}

/** Finds the exercises that names of a file stand for: the person's own first, then those of the catalogue. */
export async function exerciseMatcher(
  own: readonly MatchableExercise[],
  catalogue: readonly MatchableExercise[],
  isOwnFile: boolean,
) {
  const bySlug = new Map(catalogue.map(exercise => [exercise.slug, exercise]))
  const known = new Map<string, MatchableExercise>()
  const add = (name: string, exercise: MatchableExercise | undefined) => {
    const plain = normalizeName(name)
    if (exercise && !known.has(plain)) known.set(plain, exercise)
  }
  const addTranslations = (exercise: MatchableExercise) => {
    for (const { name } of exercise.translatedTexts ?? []) add(name, exercise)
  }
  // Our own export calls those so whose name the catalogue has, too, in whichever language.
  if (isOwnFile)
    for (const exercise of catalogue) {
      add(exercise.name, exercise)
      addTranslations(exercise)
    }
  for (const exercise of own) {
    add(exercise.name, exercise)
    if (isOwnFile) add(customExerciseName(exercise.name), exercise)
  }
  for (const exercise of catalogue) add(exercise.name, exercise)
  for (const [slug, names] of Object.entries(await defaultNames()))
    for (const name of names) add(name, bySlug.get(slug))
  for (const exercise of catalogue) addTranslations(exercise)
  const translatedAliases = new Map(
    catalogue.flatMap(exercise =>
      (exercise.translatedTexts ?? []).flatMap(({ aliases }) =>
        aliases.map(alias => [normalizeName(alias), exercise] as const),
      ),
    ),
  )
  const twins = duplicateIndex(catalogue)

  return (name: string): NameMatch | null => {
    const exercise = known.get(normalizeName(name))
    if (exercise) return { exercise, confidence: certain }
    const twin = spellingsOf(name)
      .map(one => twins.of(one))
      .find(one => one !== undefined)
    const likeliest = twin ?? translatedAliases.get(normalizeName(name))
    return likeliest ? { exercise: likeliest, confidence: likely } : null
  }
}

/** As a catalogue would have it: `Row (Cable)` is a cable row. */
function spellingsOf(name: string): DuplicateTraits[] {
  const [, base, tool] = inBrackets.exec(name) ?? []
  const entry = (name: string, equipment: readonly Equipment[]): DuplicateTraits => ({
    name,
    aliases: [],
    category: 'STRENGTH',
    equipment: [...equipment],
  })
  if (base === undefined || tool === undefined) return [entry(name, [])]
  const equipment = tools.get(foldCase(tool))
  return equipment ? [entry(`${tool} ${base}`, equipment), entry(base, equipment)] : []
}
