import { readdir } from 'node:fs/promises'
import t from 'tap'
import type { Muscle } from '../../../../src/lib/exercise-vocabulary.js'
import type { ProgramFile } from '../../../../src/features/training/programs/builtin/format.js'
import {
  BuiltInProgramError,
  loadBuiltInPrograms,
  expandProgram,
  programFiles,
  type BuiltInProgram,
} from '../../../../src/features/training/programs/builtin/programs.js'
import type { ProgramWeek } from '../../../../src/features/training/programs/models.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'

const programs = await loadBuiltInPrograms()
const bySlug = new Map(starterCatalogue.map(exercise => [exercise.slug, exercise]))
const exerciseOf = (slug: string) => bySlug.get(slug)!

/** The documented sessions per week, split, rules and, for some programs, equipment. */
const documented: Record<string, { sessions: number; split: string; rules: string[]; equipment?: string[] }> =
  {
    'body-basics-2-days': { sessions: 2, split: 'full_body', rules: ['DOUBLE'], equipment: ['BODY_ONLY'] },
    'body-basics-3-days': { sessions: 3, split: 'full_body', rules: ['DOUBLE'], equipment: ['BODY_ONLY'] },
    'machine-start-2-days': { sessions: 2, split: 'full_body', rules: ['DOUBLE'], equipment: ['MACHINE'] },
    'machine-start-3-days': { sessions: 3, split: 'full_body', rules: ['DOUBLE'], equipment: ['MACHINE'] },
    'dumbbells-at-home': {
      sessions: 3,
      split: 'full_body',
      rules: ['DOUBLE'],
      equipment: ['BODY_ONLY', 'DUMBBELL'],
    },
    'first-barbell-3x5': {
      sessions: 3,
      split: 'full_body',
      rules: ['LINEAR'],
      equipment: ['BARBELL', 'BENCH', 'BODY_ONLY'],
    },
    'size-in-three-days': { sessions: 3, split: 'full_body', rules: ['DOUBLE'] },
    'upper-and-lower': { sessions: 4, split: 'upper_lower', rules: ['DOUBLE'] },
    'push-pull-legs': { sessions: 6, split: 'push_pull_legs', rules: ['DOUBLE', 'LINEAR'] },
    opposites: { sessions: 6, split: 'arnold_split', rules: ['DOUBLE'] },
    'one-muscle-a-day': { sessions: 5, split: 'bro_split', rules: ['DOUBLE'] },
    'strength-in-waves': { sessions: 4, split: 'upper_lower', rules: ['DOUBLE', 'PERCENT'] },
    'last-longer': { sessions: 3, split: 'full_body', rules: ['DOUBLE'], equipment: ['BODY_ONLY'] },
    'move-well': { sessions: 3, split: 'full_body', rules: [], equipment: ['BODY_ONLY'] },
  }

/** The muscles that every program has to train. */
const majorMuscles: Muscle[] = [
  ...(['CHEST', 'SHOULDERS', 'LATS', 'MIDDLE_BACK', 'BICEPS', 'TRICEPS'] as const),
  ...(['QUADRICEPS', 'HAMSTRINGS', 'GLUTES', 'CALVES', 'ABDOMINALS'] as const),
]

const exercisesIn = (week: ProgramWeek) => week.days.flatMap(({ exercises }) => exercises)
const allExercises = ({ weeks }: BuiltInProgram) => weeks.flatMap(exercisesIn)
const workingSets = ({ sets }: { sets: { type: string }[] }) =>
  sets.filter(({ type }) => type !== 'WARMUP').length

function weeklySets(week: ProgramWeek): Map<Muscle, number> {
  const sums = new Map<Muscle, number>()
  for (const planned of exercisesIn(week)) {
    const { primaryMuscles, secondaryMuscles } = exerciseOf(planned.exerciseId)
    const sets = workingSets(planned)
    for (const muscle of primaryMuscles) sums.set(muscle, (sums.get(muscle) ?? 0) + sets)
    for (const muscle of secondaryMuscles) sums.set(muscle, (sums.get(muscle) ?? 0) + sets / 2)
  }
  return sums
}

/** Describes the weeks that violate a rule. */
function violations(check: (program: BuiltInProgram, week: ProgramWeek) => string[]): string[] {
  return programs.flatMap(program =>
    program.weeks.flatMap(week =>
      check(program, week).map(problem => `${program.slug}, week ${week.number}: ${problem}`),
    ),
  )
}

t.test('has fourteen programs, each in its own file', async t => {
  t.same(programs.map(({ slug }) => slug).sort(), Object.keys(documented).sort())
  const folder = new URL('../../../../src/features/training/programs/builtin/', import.meta.url)
  const files = (await readdir(folder)).filter(file => file.endsWith('.json'))
  t.same(files.sort(), [...programFiles].sort())
})

t.test('has stable and unique ids', t => {
  t.same(Object.fromEntries(programs.map(({ slug, id }) => [slug, id])), {
    'body-basics-2-days': 'bdf2e232fc1b7a9816c56278',
    'body-basics-3-days': '2d5c0e8f64014c9c4240494e',
    'dumbbells-at-home': '59a08c78fa9598139e004ffa',
    'first-barbell-3x5': '9f94b4cd6d4b3cfe1c8b348e',
    'last-longer': '75ca18e3e38fcb8be4c4c875',
    'machine-start-2-days': '5e5fd4aa93889e317b73e2d5',
    'machine-start-3-days': 'bd2228c6a2ac00ab543c818e',
    'move-well': '755b707844976b230b6d63be',
    'one-muscle-a-day': '362869e560bda972f8da0b0c',
    opposites: '3816f784d39c12095e602c9c',
    'push-pull-legs': '0527997f777645690a55b73d',
    'size-in-three-days': '46a8062f46a38a63a0698d30',
    'strength-in-waves': '7e834f7ba9336c801a678a6f',
    'upper-and-lower': '1df5d000dfed3b643753506e',
  })
  const ids = programs.flatMap(program => [program.id, ...allExercises(program).map(({ id }) => id)])
  t.equal(new Set(ids).size, ids.length)
  t.end()
})

t.test('has the documented sessions, split, rules and equipment', t => {
  for (const program of programs) {
    const { sessions, split, rules, equipment } = documented[program.slug]!
    const training = program.weeks.map(({ days }) => days.filter(({ isRest }) => !isRest).length)
    t.ok(
      training.every(count => count === sessions),
      `${program.slug}: sessions`,
    )
    t.equal(program.workoutSplit, split)
    const types = allExercises(program).flatMap(({ progression }) => progression?.type ?? [])
    t.same([...new Set(types)].sort(), rules, `${program.slug}: rules`)
    const needed = new Set(allExercises(program).flatMap(planned => exerciseOf(planned.exerciseId).equipment))
    if (equipment) t.same([...needed].sort(), equipment, `${program.slug}: equipment`)
  }
  t.end()
})

t.test('uses exercises of the catalogue, and none for experts in programs for beginners', t => {
  const unknown = programs.flatMap(program =>
    allExercises(program).filter(({ exerciseId }) => !bySlug.has(exerciseId)),
  )
  t.same(unknown, [])
  const beginners = programs.filter(({ level }) => level === 'BEGINNER').flatMap(allExercises)
  t.same(
    beginners.filter(({ exerciseId }) => exerciseOf(exerciseId).level === 'EXPERT'),
    [],
  )
  t.end()
})

t.test('plans 2.5 to 34 sets of each trained muscle in every week', t => {
  const problems = violations((program, week) => {
    const trained = new Set(program.weeks.flatMap(each => [...weeklySets(each).keys()]))
    const sums = weeklySets(week)
    return [...trained].flatMap(muscle => {
      const sets = sums.get(muscle) ?? 0
      return sets >= 2.5 && sets <= 34 ? [] : [`${muscle} has ${sets} sets`]
    })
  })
  t.same(problems, [])
  t.end()
})

t.test('trains all major muscles in every program', t => {
  const problems = violations((_program, week) => {
    const sums = weeklySets(week)
    return majorMuscles.filter(muscle => !sums.has(muscle))
  })
  t.same(problems, [])
  t.end()
})

t.test('plans at most 36 working sets per session, and pulls for at least 40 % of the pushes', t => {
  const long = violations((_program, week) =>
    week.days
      .filter(({ exercises }) => exercises.reduce((sum, planned) => sum + workingSets(planned), 0) > 36)
      .map(({ name }) => name),
  )
  t.same(long, [])
  const unbalanced = violations((_program, week) => {
    const sets = { PUSH: 0, PULL: 0, STATIC: 0, none: 0 }
    for (const planned of exercisesIn(week))
      sets[exerciseOf(planned.exerciseId).force ?? 'none'] += workingSets(planned)
    return sets.PULL < 0.4 * sets.PUSH ? [`${sets.PULL} pulls, ${sets.PUSH} pushes`] : []
  })
  t.same(unbalanced, [])
  t.end()
})

t.test('has a deload week in programs of more than eight weeks, except for beginners', t => {
  const without = programs.filter(
    ({ level, weeks }) => level !== 'BEGINNER' && weeks.length > 8 && !weeks.some(({ isDeload }) => isDeload),
  )
  t.same(
    without.map(({ slug }) => slug),
    [],
  )
  const waves = programs.find(({ slug }) => slug === 'strength-in-waves')!
  t.same(
    waves.weeks.filter(({ isDeload }) => isDeload).map(({ number }) => number),
    [4, 8, 12],
    'every fourth week of the waves',
  )
  t.end()
})

t.test('has one rule per exercise and key, which matches the sets', t => {
  for (const program of programs) {
    const rules = new Map<string, string>()
    for (const { exerciseId, progression, sets } of allExercises(program)) {
      if (!progression) continue
      const key = `${exerciseId} ${progression.key}`
      const known = rules.get(key) ?? JSON.stringify(progression)
      t.equal(JSON.stringify(progression), known, `${program.slug}: ${exerciseId}`)
      rules.set(key, known)
      const working = sets.filter(({ type }) => type !== 'WARMUP')
      if (progression.type === 'PERCENT') t.ok(working.every(set => set.percentOfOneRepMax !== null))
      if (progression.type === 'DOUBLE')
        t.ok(working.every(set => set.minReps === progression.minReps && set.maxReps === progression.maxReps))
    }
  }
  t.end()
})

t.test('plans the values that the tracking type of the exercise records', t => {
  for (const { exerciseId, sets } of programs.flatMap(allExercises)) {
    const { trackingType } = exerciseOf(exerciseId)
    const isTimed = trackingType === 'DURATION' || trackingType === 'DISTANCE_DURATION'
    t.ok(
      sets.every(set => (isTimed ? set.durationSeconds !== null : set.minReps !== null)),
      exerciseId,
    )
  }
  t.end()
})

t.test('reports an undefined name with its file', t => {
  const file: ProgramFile = {
    id: '0'.repeat(24),
    edition: 1,
    slug: 'x',
    title: 'X',
    description: 'X',
    level: 'BEGINNER',
    goal: 'build_muscle',
    workoutSplit: 'full_body',
    schemes: {},
    rules: {},
    days: {},
    weeks: [{ label: 'Week', days: ['a', null, null, null, null, null, null] }],
  }
  const read = (program: ProgramFile) => () => expandProgram('x.json', program)
  t.throws(read(file), new BuiltInProgramError('x.json', 'there is no day a.'))
  const day = { name: 'A', exercises: [{ exercise: 'crunch', scheme: 'three' }] }
  t.throws(
    read({ ...file, days: { a: day } }),
    new BuiltInProgramError('x.json', 'there is no scheme three.'),
  )
  t.end()
})

t.test('warms up heavy lifts and pull-ups', t => {
  const days = programs.flatMap(({ slug, weeks }) =>
    weeks.flatMap(week => week.days.map(({ name, exercises }) => ({ day: `${slug}: ${name}`, exercises }))),
  )
  for (const { day, exercises } of days)
    for (const [index, { exerciseId, sets }] of exercises.entries()) {
      const warmups = sets.filter(({ type }) => type === 'WARMUP')
      if (['barbell-deadlift', 'barbell-front-squat'].includes(exerciseId)) {
        const percentages = warmups.map(({ warmupPercent }) => warmupPercent ?? 0)
        t.ok(percentages.length >= 2, `${day}: ${exerciseId}`)
        t.same(
          percentages,
          percentages.toSorted((left, right) => left - right),
        )
      }
      if (exerciseId === 'pull-up') {
        t.equal(warmups.length, 0, day)
        const before = exercises.slice(0, index).map(other => other.exerciseId)
        t.ok(before.includes('scapular-pull-up') || before.includes('cable-lat-pulldown'), day)
      }
    }
  t.end()
})
