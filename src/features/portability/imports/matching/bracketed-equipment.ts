import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { equipment, type Equipment } from '../../../../lib/exercise-vocabulary.js'
import { foldCase } from '../../../../lib/text.js'
import { normalizeName, splitBrackets } from './exercise-names.js'

/** The equipment that English names give in brackets at the end, such as `Row (Cable)`. */
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

/** The equipment that a word in brackets stands for; undefined for other words. */
export const equipmentOfWord = (word: string): readonly Equipment[] | undefined =>
  equipmentWords.get(foldCase(word))

/** The equipment that a name gives in brackets; an empty list if it gives none. */
export const parseEquipment = (name: string): readonly Equipment[] =>
  equipmentOfWord(splitBrackets(name)?.word ?? '') ?? []

/**
 * How other languages name equipment in brackets, such as `Rudern (Kabel)`, and how names of the catalogue contain it, the
 * most specific phrase first.
 */
const EquipmentPhrases = Type.Array(
  Type.Object({
    words: Type.Array(Type.String()),
    equipment: Type.Enum([...equipment]),
    /** `{name}` stands for the name without the brackets. */
    phrases: Type.Array(Type.String()),
  }),
)
const file = new URL('equipment-phrases.json', import.meta.url)

/** A name without brackets that the catalogue may use for an exercise with the equipment. */
interface NameWithEquipment {
  name: string
  equipment: Equipment
}

/** Creates a function that rewrites names with equipment in brackets in languages other than English. */
export async function bracketedEquipmentTranslator(): Promise<(name: string) => NameWithEquipment[]> {
  const translations = Value.Parse(EquipmentPhrases, JSON.parse(await readFile(file, 'utf8')))
  return name => {
    const parts = splitBrackets(name)
    if (!parts) return []
    const word = normalizeName(parts.word)
    return translations
      .filter(({ words }) => words.some(other => normalizeName(other) === word))
      .flatMap(({ equipment, phrases }) =>
        phrases.map(phrase => ({ name: phrase.replace('{name}', parts.base), equipment })),
      )
  }
}
