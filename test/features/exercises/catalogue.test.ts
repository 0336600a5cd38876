import t from 'tap'
import { starterCatalogue } from '../../../src/features/exercises/catalogue/catalogue.js'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
} from '../../../src/features/exercises/vocabulary.js'

/** The values that occur more than once, in lower case. */
function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const value of values.map(text => text.toLowerCase())) {
    if (seen.has(value)) twice.add(value)
    seen.add(value)
  }
  return [...twice]
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The names of the exercises that break a rule; a test wants none. */
function breaking(rule: (exercise: (typeof starterCatalogue)[number]) => boolean): string[] {
  return starterCatalogue.filter(exercise => !rule(exercise)).map(exercise => exercise.name)
}

t.test('the catalogue holds at least two hundred exercises', async t => {
  t.ok(starterCatalogue.length >= 200, `${starterCatalogue.length} exercises`)
})

t.test('no name and no slug is used twice', async t => {
  t.same(repeated(starterCatalogue.map(exercise => exercise.name)), [])
  t.same(repeated(starterCatalogue.map(exercise => exercise.slug)), [])
})

t.test('a slug is well formed and follows from the name', async t => {
  t.same(
    breaking(exercise => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(exercise.slug)),
    [],
  )
  t.same(
    breaking(exercise => exercise.slug === slugOf(exercise.name)),
    [],
  )
})

t.test('an alias leads to one exercise only, and is never the name of any', async t => {
  const names = new Set(starterCatalogue.map(exercise => slugOf(exercise.name)))
  t.same(
    breaking(exercise => exercise.aliases.every(alias => !names.has(slugOf(alias)))),
    [],
  )
  t.same(repeated(starterCatalogue.flatMap(exercise => exercise.aliases.map(slugOf))), [])
  t.same(
    breaking(exercise => exercise.aliases.length <= 4),
    [],
  )
})

t.test('names, aliases and instructions carry no stray white space', async t => {
  t.same(
    breaking(exercise =>
      [exercise.name, ...exercise.aliases, ...exercise.instructions].every(
        text => text === text.trim() && text !== '' && !/\s{2}|[\t\n]/.test(text),
      ),
    ),
    [],
  )
})

t.test('each exercise is taught in two to five whole sentences', async t => {
  t.same(
    breaking(({ instructions }) => instructions.length >= 2 && instructions.length <= 5),
    [],
  )
  t.same(
    breaking(({ instructions }) =>
      instructions.every(text => text.length >= 20 && /^[A-Z].*[.!?]$/.test(text)),
    ),
    [],
  )
})

t.test('no sentence of an instruction occurs twice in the catalogue', async t => {
  const sentences = starterCatalogue.flatMap(exercise =>
    exercise.instructions.flatMap(text => text.split(/(?<=[.!?])\s+/)),
  )
  t.same(repeated(sentences), [])
})

t.test('an exercise trains a muscle first of all, and none both first and second', async t => {
  t.same(
    breaking(exercise => exercise.primaryMuscles.length > 0),
    [],
  )
  t.same(
    breaking(exercise => repeated([...exercise.primaryMuscles, ...exercise.secondaryMuscles]).length === 0),
    [],
  )
})

t.test('equipment is named once, and the body alone needs nothing beside it', async t => {
  t.same(
    breaking(exercise => exercise.equipment.length > 0 && repeated(exercise.equipment).length === 0),
    [],
  )
  t.same(
    breaking(exercise => !exercise.equipment.includes('BODY_ONLY') || exercise.equipment.length === 1),
    [],
  )
})

t.test('every word of the vocabulary is used', async t => {
  const used = new Set(
    starterCatalogue.flatMap(exercise => [
      `category ${exercise.category}`,
      `force ${exercise.force}`,
      `level ${exercise.level}`,
      `mechanic ${exercise.mechanic}`,
      `tracking ${exercise.trackingType}`,
      ...exercise.equipment.map(item => `equipment ${item}`),
      ...exercise.primaryMuscles.map(muscle => `primary ${muscle}`),
    ]),
  )
  const words = [
    ...categories.map(word => `category ${word}`),
    ...forces.map(word => `force ${word}`),
    ...levels.map(word => `level ${word}`),
    ...mechanics.map(word => `mechanic ${word}`),
    ...trackingTypes.map(word => `tracking ${word}`),
    ...equipment.map(word => `equipment ${word}`),
    ...muscles.map(word => `primary ${word}`),
  ]
  t.same(
    words.filter(word => !used.has(word)),
    [],
  )
})
