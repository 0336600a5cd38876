import Papa from 'papaparse'
import t from 'tap'
import { signUp } from '../../../helper.js'
import { newId, save as saveOwn } from '../../training/exercises/custom-exercises.js'
import { buildWithExercises, imported } from '../imports/imports.js'
import { done, save } from '../../training/workouts/workouts.js'
import { exportOf } from './exports.js'

t.test('names exercises in workouts.csv in the language of the caller, and imports them again', async t => {
  const app = await buildWithExercises(t)
  const known = await app.features.services.exercises.findBySlugs(['barbell-back-squat', 'pull-up'])
  const [squat, pullUp] = ['barbell-back-squat', 'pull-up'].map(slug => known.get(slug)!.id)
  const user = await signUp(app)
  const own = newId()
  await saveOwn(app, user, { id: own, name: 'Klimmzug' })
  const sets = () => [done({ reps: 5, completedAt: '2026-05-04T10:30:00.000Z' })]
  await save(app, user, {
    ...{ id: newId(), startedAt: '2026-05-04T10:00:00.000Z', endedAt: '2026-05-04T11:00:00.000Z' },
    timezone: 'Europe/Berlin',
    exercises: [squat, pullUp, own].map(exerciseId => ({ id: newId(), exerciseId, sets: sets() })),
  })

  const namesIn = async (language: string) => {
    const headers = { ...user.headers, 'accept-language': language }
    const sheet = String((await exportOf(app, { ...user, headers })).get('workouts.csv'))
    const names = Papa.parse<string[]>(sheet.trimEnd()).data.map(cells => cells[2])
    return { sheet, names: names.slice(1) }
  }
  const { names: english } = await namesIn('en')
  t.same(english, ['Barbell Back Squat', 'Pull-Up', 'Klimmzug (mine)'])
  const { names: spanish } = await namesIn('es')
  t.same(spanish, ['Sentadilla con barra', 'Dominadas', 'Klimmzug (mine)'])
  const { names: german, sheet } = await namesIn('de')
  t.same(german, ['Kniebeuge mit der Langhantel', 'Klimmzug', 'Klimmzug (mine)'])

  const recipient = await signUp(app)
  const result = await imported(app, recipient, sheet)
  t.match(result, { importStatus: 'COMPLETED', workoutsMade: 1, exercisesCreated: ['Klimmzug (mine)'] })
  t.same(
    result.exercisesMatched.map(({ name, exercise }) => [name, exercise?.slug]),
    [
      ['Kniebeuge mit der Langhantel', 'barbell-back-squat'],
      ['Klimmzug', 'pull-up'],
    ],
  )
})

t.test('finds German and Spanish names and aliases in files of other apps', async t => {
  const app = await buildWithExercises(t)
  const user = await signUp(app)
  const rows = ['Bankdrücken', 'Sentadilla con barra', 'Press de banca'].map(
    (name, at) => `2026-05-0${at + 1} 10:00:00,Training,${name},1,50,5,,,,,,3600`,
  )
  const header =
    'Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE,Duration'
  const result = await imported(app, user, [header, ...rows].join('\n'), {
    weightUnit: 'KG',
    dryRun: 'true',
  })
  t.same(
    Object.fromEntries(result.exercisesMatched.map(({ name, exercise }) => [name, exercise?.slug])),
    {
      Bankdrücken: 'barbell-bench-press',
      'Sentadilla con barra': 'barbell-back-squat',
      'Press de banca': 'barbell-bench-press',
    },
    JSON.stringify(result),
  )
})
