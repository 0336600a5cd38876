import { readdir } from 'node:fs/promises'
import t from 'tap'
import {
  catalogueFiles,
  parseCatalogue,
} from '../../../../src/features/training/exercises/catalogue/catalogue.js'
import { starterCatalogue } from './starter-catalogue.js'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
} from '../../../../src/lib/exercise-vocabulary.js'

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

/** The names of the exercises that violate a rule. */
function breaking(rule: (exercise: (typeof starterCatalogue)[number]) => boolean): string[] {
  return starterCatalogue.filter(exercise => !rule(exercise)).map(exercise => exercise.name)
}

t.test('has at least 390 exercises', async t => {
  t.ok(starterCatalogue.length >= 390, `${starterCatalogue.length} exercises`)
})

t.test('has unique names and slugs', async t => {
  t.same(repeated(starterCatalogue.map(exercise => exercise.name)), [])
  t.same(repeated(starterCatalogue.map(exercise => exercise.slug)), [])
})

t.test('has well-formed slugs that are derived from the names', async t => {
  t.same(
    breaking(exercise => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(exercise.slug)),
    [],
  )
  t.same(
    breaking(exercise => exercise.slug === slugOf(exercise.name)),
    [],
  )
})

t.test('has unique aliases that are not names of exercises', async t => {
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

t.test('has no stray white space in names, aliases and instructions', async t => {
  t.same(
    breaking(exercise =>
      [exercise.name, ...exercise.aliases, ...exercise.instructions].every(
        text => text === text.trim() && text !== '' && !/\s{2}|[\t\n]/.test(text),
      ),
    ),
    [],
  )
})

t.test('explains each exercise in two to five complete sentences', async t => {
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

t.test('has no duplicate sentences in its instructions', async t => {
  const sentences = starterCatalogue.flatMap(exercise =>
    exercise.instructions.flatMap(text => text.split(/(?<=[.!?])\s+/)),
  )
  t.same(repeated(sentences), [])
})

t.test('gives each exercise a primary muscle, and no muscle as both primary and secondary', async t => {
  t.same(
    breaking(exercise => exercise.primaryMuscles.length > 0),
    [],
  )
  t.same(
    breaking(exercise => repeated([...exercise.primaryMuscles, ...exercise.secondaryMuscles]).length === 0),
    [],
  )
})

t.test('lists equipment once, and BODY_ONLY without other equipment', async t => {
  t.same(
    breaking(exercise => exercise.equipment.length > 0 && repeated(exercise.equipment).length === 0),
    [],
  )
  t.same(
    breaking(exercise => !exercise.equipment.includes('BODY_ONLY') || exercise.equipment.length === 1),
    [],
  )
})

t.test('uses every value of the vocabulary', async t => {
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

t.test('loads every data file of the catalogue', async t => {
  const folder = new URL('../../../../src/features/training/exercises/catalogue/', import.meta.url)
  const files = (await readdir(folder)).filter(file => file.endsWith('.json'))
  t.same(catalogueFiles.toSorted(), files.sort())
})

t.test('rejects an invalid catalogue and reports every invalid file, entry and field', async t => {
  const [pullUp, chinUp, ...others] = starterCatalogue.slice(0, 5)
  const broken = [
    { ...pullUp, slug: 'pull-up', level: 'HARD', equipment: ['PULL_UP_BAR', 'SOFA'] },
    { ...chinUp, slug: 'Chin Up', name: ' Chin-Up', force: undefined, mood: 'good' },
    { ...others[0], slug: 7 },
    null,
  ]
  const read = () =>
    parseCatalogue([
      { file: 'good.json', text: JSON.stringify(others) },
      { file: 'back.json', text: JSON.stringify(broken) },
      { file: 'twice.json', text: JSON.stringify(others.slice(1, 2)) },
      { file: 'object.json', text: '{}' },
      { file: 'cut.json', text: '[{' },
    ])
  t.throws(read, { name: 'CatalogueError' })
  const problems = messageOf(read).split('\n  - ')
  t.match(problems, [
    'The exercise catalogue is invalid:',
    'back.json: pull-up: level must be one of BEGINNER, INTERMEDIATE, EXPERT; it is "HARD".',
    /^back\.json: pull-up: equipment must be a list of BODY_ONLY, .*; it is \["PULL_UP_BAR","SOFA"\]\.$/,
    'back.json: Chin Up: slug must be lower-case words joined by hyphens; it is "Chin Up".',
    'back.json: Chin Up: name must be a line without stray white space; it is " Chin-Up".',
    'back.json: Chin Up: force must be null or one of PUSH, PULL, STATIC; it is missing.',
    'back.json: Chin Up: mood is not a field of an exercise.',
    'back.json: entry 3: slug must be lower-case words joined by hyphens; it is 7.',
    'back.json: entry 4: must be an object.',
    `twice.json: ${others[1]?.slug}: slug is taken by an entry of good.json.`,
    'object.json: must contain a JSON array of exercises.',
    /^cut\.json: is not JSON: /,
  ])
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
