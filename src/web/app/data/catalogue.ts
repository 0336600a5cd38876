import { computed, signal } from '@preact/signals'
import {
  CatalogueDocument,
  FormerExerciseDocument,
  type Equipment,
  type Muscle,
} from '../../../../generated/operations/web-app.js'
import { ServiceError } from '../../../client/index.js'
import { locale, nameOf } from '../i18n.js'
import { asListed, toOwnExercise, type Exercise, type OwnExercise } from '../training/exercises.js'
import { appStorage, request } from './client.js'
import { favorites } from './favorites.js'
import { ownRecords } from './records.js'
import { userId } from './session.js'
import { history } from './workouts.js'

/** How long the catalogue is kept on the device before it is read again, in milliseconds. */
const maxAge = 24 * 60 * 60 * 1000
const catalogue = signal<readonly Exercise[]>([])
/** Exercises that only workouts still contain, such as deleted ones of the user's own. */
const formerExercises = signal<readonly Exercise[]>([])

/** The exercises of the user's own. */
export const ownExercises = computed(() =>
  ownRecords<OwnExercise>('EXERCISE', 'saveExercise', record =>
    record.__typename === 'Exercise' ? toOwnExercise(record) : null,
  ),
)

const exercises = computed<readonly Exercise[]>(() => [
  ...catalogue.value,
  ...ownExercises.value.map(asListed),
])

interface Stored {
  readAt: number
  exercises: Exercise[]
}

/** Loads the catalogue from the device, and from the service if it is missing or old. @throws NetworkError, ServiceError */
export async function loadCatalogue(): Promise<void> {
  const user = userId.value
  const stored = (await appStorage.read('catalogue')) as Stored | undefined
  if (userId.value !== user) return
  if (stored) catalogue.value = stored.exercises
  if (stored && Date.now() - stored.readAt < maxAge) return
  const read: Exercise[] = []
  for (let after: string | null = null, hasNext = true; hasNext;) {
    const { exercises: page }: { exercises: CataloguePage | null } = await request(CatalogueDocument, {
      after,
    })
    if (!page) return
    read.push(...page.edges.map(({ node }) => node))
    after = page.pageInfo.endCursor
    hasNext = page.pageInfo.hasNextPage
  }
  // The user may have signed out meanwhile, which has cleared the storage.
  if (userId.value !== user) return
  catalogue.value = read
  await appStorage.write('catalogue', { readAt: Date.now(), exercises: read })
}

/** The most former exercises that are read at a time. */
const maxFormerPerLoad = 50

/** Loads the exercises of workouts that are neither in the catalogue nor the user's own. @throws NetworkError */
export async function loadFormerExercises(): Promise<void> {
  const user = userId.value
  const stored = ((await appStorage.read('formerExercises')) ?? []) as Exercise[]
  if (userId.value !== user) return
  formerExercises.value = stored
  const used = history.value.flatMap(workout => workout.exercises.map(({ exerciseId }) => exerciseId))
  const missing = [...new Set(used)].filter(id => !findExercise(id)).slice(0, maxFormerPerLoad)
  if (catalogue.value.length === 0 || missing.length === 0) return
  const found: Exercise[] = []
  for (const id of missing)
    try {
      const { exercise } = await request(FormerExerciseDocument, { id })
      if (exercise) found.push(exercise)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error
    }
  if (userId.value !== user) return
  formerExercises.value = [...stored, ...found]
  await appStorage.write('formerExercises', formerExercises.value)
}

interface CataloguePage {
  edges: { node: Exercise }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const byId = computed(
  () => new Map([...formerExercises.value, ...exercises.value].map(exercise => [exercise.id, exercise])),
)

export const findExercise = (id: string): Exercise | undefined => byId.value.get(id)

export function exerciseName(id: string): string {
  const exercise = findExercise(id)
  return exercise ? localName(exercise) : '…'
}

export const localName = ({ names, name }: Exercise): string =>
  names.find(one => one.locale === locale.value)?.name ?? name

/** Removes accents and case, so that "Bankdrucken" finds "Bankdrücken". */
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

const index = computed(() =>
  exercises.value
    .map(exercise => ({
      exercise,
      name: normalize(localName(exercise)),
      text: normalize(
        [
          ...exercise.names.map(({ name }) => name),
          ...exercise.primaryMuscles.map(muscle => nameOf('muscle', muscle)),
          ...exercise.equipment.map(item => nameOf('equipment', item)),
        ].join(' '),
      ),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, locale.value)),
)

interface Filter {
  search: string
  muscle: Muscle | null
  equipment: Equipment | null
  scope: Scope
}

/** Which exercises to search. */
export type Scope = 'ALL' | 'FAVORITES' | 'OWN'

/** Searches the catalogue on the device. Names that begin with the words come first. */
export function searchExercises({ search, muscle, equipment, scope }: Filter): Exercise[] {
  const words = normalize(search).split(/\s+/).filter(Boolean)
  const matches = index.value.filter(
    ({ exercise, text }) =>
      words.every(word => text.includes(word)) &&
      (scope === 'ALL' || (scope === 'OWN' ? exercise.isCustom : favorites.value.has(exercise.id))) &&
      (muscle === null || exercise.primaryMuscles.includes(muscle)) &&
      (equipment === null || exercise.equipment.includes(equipment)),
  )
  const [first = ''] = words
  const rank = ({ name }: { name: string }) => (name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2)
  return (first === '' ? matches : matches.toSorted((one, other) => rank(one) - rank(other))).map(
    ({ exercise }) => exercise,
  )
}
