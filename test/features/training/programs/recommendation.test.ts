import fc from 'fast-check'
import t from 'tap'
import type { Level, Muscle } from '../../../../src/lib/exercise-vocabulary.js'
import type { Experience, Goal, WorkoutSplit } from '../../../../src/features/people/profile/fields.js'
import { loadBuiltInPrograms } from '../../../../src/features/training/programs/builtin/programs.js'
import type { Program } from '../../../../src/features/training/programs/models.js'
import { summarizeWeeks } from '../../../../src/features/training/programs/weeks-summary.js'
import {
  recommendPrograms,
  type TrainingPreferences,
} from '../../../../src/features/training/programs/recommend-programs.js'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { buildWithPrograms } from './programs.js'

const bySlug = new Map(starterCatalogue.map(exercise => [exercise.slug, exercise]))
const builtIn = (await loadBuiltInPrograms()).map(({ weeks, edition: _, ...heading }): Program => {
  const shared = { version: 1, createdAt: new Date(0), updatedAt: new Date(0), ownerId: '', isPublic: true }
  const state = { visibility: 'PUBLISHED', publishedVersion: 1, loadedWeeks: null } as const
  return { ...heading, ...shared, ...state, ...summarizeWeeks(weeks, bySlug) }
})

const goals: (Goal | null)[] = [
  ...(['lose_weight', 'build_muscle', 'increase_strength'] as const),
  ...(['improve_endurance', 'general_fitness', 'maintain_weight'] as const),
  null,
]
const splits: (WorkoutSplit | null)[] = [
  ...(['full_body', 'upper_lower', 'push_pull_legs', 'bro_split', 'arnold_split', 'custom'] as const),
  null,
]
const frequencies = [1, 2, 3, 4, 5, 6, 7, null]
const experiences: (Experience | null)[] = ['beginner', 'intermediate', 'advanced', null]
const focuses: Muscle[][] = [[], ['CHEST'], ['GLUTES', 'NECK']]

/** All combinations of training preferences. */
function* profiles(): Generator<TrainingPreferences> {
  for (const goal of goals)
    for (const workoutSplit of splits)
      for (const frequency of frequencies)
        for (const experience of experiences)
          for (const muscleFocus of focuses) yield { goal, workoutSplit, frequency, experience, muscleFocus }
}

const mayDo: Record<Experience, Level[]> = {
  beginner: ['BEGINNER'],
  intermediate: ['BEGINNER', 'INTERMEDIATE'],
  advanced: ['BEGINNER', 'INTERMEDIATE', 'EXPERT'],
}

/** A naive implementation of the documented contradictions. */
function contradictions(
  program: Program,
  { frequency, experience, workoutSplit }: TrainingPreferences,
): string[] {
  const found: string[] = []
  if (frequency !== null && program.sessionsPerWeek > frequency) found.push('MORE_SESSIONS')
  if (experience !== null && program.level !== null && !mayDo[experience].includes(program.level))
    found.push('HARDER')
  if (experience === 'advanced' && program.level === 'BEGINNER') found.push('EASIER')
  const isChosen = workoutSplit !== null && workoutSplit !== 'custom'
  if (isChosen && program.workoutSplit !== null && program.workoutSplit !== workoutSplit)
    found.push('OTHER_SPLIT')
  return found.sort()
}

t.test(
  'ranks programs that contradict the profile below all others, with the contradictions as reasons',
  t => {
    for (const preferences of profiles()) {
      const list = recommendPrograms(builtIn, preferences)
      const recommended = list.map(({ reasons }) =>
        reasons.flatMap(({ kind, isContradiction }) => (isContradiction ? [kind] : [])).sort(),
      )
      const expected = list.map(({ program }) => contradictions(program, preferences))
      const scores = list.map(({ score }) => score)
      const isInOrder = expected.every(
        (one, at) => one.length === 0 || !expected.slice(at).some(later => later.length === 0),
      )
      const isDescending = scores.every((score, at) => score <= (scores[at - 1] ?? 100) && score >= 0)
      const isSplit = scores.every((score, at) => score >= 50 === (expected[at]!.length === 0))
      const isEqual = JSON.stringify(recommended) === JSON.stringify(expected)
      const isAboutMuscles = ['build_muscle', 'increase_strength'].includes(preferences.goal ?? '')
      const isComplete = list.length === (isAboutMuscles ? builtIn.length - 1 : builtIn.length)
      if (!(isComplete && isInOrder && isDescending && isSplit && isEqual))
        t.fail(JSON.stringify({ wishes: preferences, scores, recommended, expected }))
    }
    t.end()
  },
)

t.test('ranks generated programs that contradict the profile below all others', t => {
  const program = fc.record({
    goal: fc.constantFrom(...goals),
    level: fc.constantFrom('BEGINNER' as const, 'INTERMEDIATE' as const, 'EXPERT' as const, null),
    workoutSplit: fc.constantFrom(...splits),
    sessionsPerWeek: fc.integer({ min: 0, max: 7 }),
    weeklySets: fc.constantFrom({}, { CHEST: 12 }, { GLUTES: 7.5, CHEST: 8 }),
    id: fc.uuid(),
  })
  const preferences = fc.record({
    goal: fc.constantFrom(...goals),
    workoutSplit: fc.constantFrom(...splits),
    frequency: fc.constantFrom(...frequencies),
    experience: fc.constantFrom(...experiences),
    muscleFocus: fc.constantFrom(...focuses),
  })
  fc.assert(
    fc.property(fc.array(program, { maxLength: 12 }), preferences, (programs, wished) => {
      const all = programs.map(fields => ({ ...builtIn[0]!, ...fields }))
      const counts = recommendPrograms(all, wished).map(one => contradictions(one.program, wished).length)
      return counts.every((count, at) => count === 0 || !counts.slice(at).includes(0))
    }),
  )
  t.end()
})

t.test('recommends a mobility program for its own sake only', t => {
  for (const preferences of profiles()) {
    const list = recommendPrograms(builtIn, preferences)
    const place = list.findIndex(({ program }) => program.slug === 'move-well')
    const { goal, frequency } = preferences
    const description = JSON.stringify(preferences)
    if (goal === 'build_muscle' || goal === 'increase_strength') {
      t.equal(place, -1, description)
      continue
    }
    const kinds = list[place]!.reasons.map(({ kind }) => kind)
    t.ok(
      kinds.includes('MOBILITY') && !kinds.includes('GOAL') && !kinds.includes('RELATED_GOAL'),
      description,
    )
    if (goal === 'general_fitness' && frequency !== 1) t.ok(place > 0, description)
  }
  t.end()
})

t.test('ranks goal and experience above unused sessions', t => {
  const preferences: TrainingPreferences = {
    goal: 'build_muscle',
    workoutSplit: null,
    frequency: 6,
    experience: 'intermediate',
    muscleFocus: [],
  }
  const like = (fields: Partial<Program>): Program => ({
    ...builtIn[0]!,
    goal: 'build_muscle',
    level: 'INTERMEDIATE',
    sessionsPerWeek: 1,
    ...fields,
  })
  const best = (...programs: Program[]) => recommendPrograms(programs, preferences)[0]!.program.id
  t.equal(best(like({ id: 'a', goal: 'improve_endurance', sessionsPerWeek: 6 }), like({ id: 'b' })), 'b')
  t.equal(best(like({ id: 'a', goal: 'increase_strength', sessionsPerWeek: 6 }), like({ id: 'b' })), 'b')
  t.equal(best(like({ id: 'a', level: 'BEGINNER', sessionsPerWeek: 6 }), like({ id: 'b' })), 'b')
  t.equal(
    best(like({ id: 'b' }), like({ id: 'a', sessionsPerWeek: 2 })),
    'a',
    'otherwise prefers more sessions',
  )
  t.end()
})

t.test('recommends a matching program for every goal and experience', t => {
  const first = (wishes: Partial<TrainingPreferences>) => {
    const nothing: TrainingPreferences = {
      goal: null,
      workoutSplit: null,
      frequency: null,
      experience: null,
      muscleFocus: [],
    }
    return recommendPrograms(builtIn, { ...nothing, ...wishes })[0]!
  }
  const slugOf = (wishes: Partial<TrainingPreferences>) => first(wishes).program.slug
  t.equal(slugOf({ goal: 'increase_strength', experience: 'beginner', frequency: 3 }), 'first-barbell-3x5')
  t.equal(
    slugOf({ goal: 'increase_strength', experience: 'intermediate', frequency: 4 }),
    'strength-in-waves',
  )
  t.equal(slugOf({ goal: 'improve_endurance', experience: 'beginner', frequency: 3 }), 'last-longer')
  t.equal(slugOf({ goal: 'lose_weight', experience: 'beginner', frequency: 3 }), 'body-basics-3-days')
  t.equal(slugOf({ goal: 'build_muscle', experience: 'intermediate', frequency: 3 }), 'size-in-three-days')
  t.equal(
    slugOf({ goal: 'build_muscle', experience: 'intermediate', workoutSplit: 'upper_lower' }),
    'upper-and-lower',
  )
  t.equal(slugOf({ goal: 'build_muscle', experience: 'advanced', frequency: 6 }), 'opposites')
  t.equal(
    slugOf({ workoutSplit: 'push_pull_legs', frequency: 6, experience: 'intermediate' }),
    'push-pull-legs',
  )
  t.equal(slugOf({ workoutSplit: 'bro_split', frequency: 5, experience: 'intermediate' }), 'one-muscle-a-day')
  t.ok(first({ goal: 'maintain_weight', experience: 'beginner', frequency: 2 }).score >= 80)
  t.same(
    first({
      goal: 'build_muscle',
      experience: 'intermediate',
      frequency: 4,
      muscleFocus: ['CHEST', 'NECK'],
    }).reasons.at(-1),
    {
      kind: 'MUSCLE_FOCUS',
      isContradiction: false,
      muscles: ['CHEST'],
    },
  )
  t.end()
})

t.test('recommends programs that fit the profile, with reasons', async t => {
  const app = await buildWithPrograms(t)
  const user = await signUp(app)
  const query = `query($first: Int) {
    recommendedPrograms(first: $first) { score reasons { kind isContradiction muscles } program { slug isBuiltIn isMine } }
  }`
  const nothingKnown = await queryGraphQL<{ recommendedPrograms: object[] }>(app, query, {}, user)
  t.equal(nothingKnown.data?.recommendedPrograms.length, 5)
  t.match(nothingKnown.data?.recommendedPrograms[0], {
    score: 50,
    reasons: [],
    program: { slug: 'body-basics-2-days' },
  })
  const profile = '{ goal: improve_endurance, experience: beginner, frequency: 4, workoutSplit: full_body }'
  await queryGraphQL(
    app,
    `mutation { updateProfile(input: { profile: ${profile} }) { user { id } } }`,
    {},
    user,
  )
  const { data } = await queryGraphQL<{ recommendedPrograms: object[] }>(app, query, { first: 1 }, user)
  t.same(data?.recommendedPrograms, [
    {
      score: 98,
      reasons: [
        { kind: 'GOAL', isContradiction: false, muscles: [] },
        { kind: 'EXPERIENCE', isContradiction: false, muscles: [] },
        { kind: 'FEWER_SESSIONS', isContradiction: false, muscles: [] },
        { kind: 'SPLIT', isContradiction: false, muscles: [] },
      ],
      program: { slug: 'last-longer', isBuiltIn: true, isMine: false },
    },
  ])
  for (const first of [0, 21])
    t.equal(errorCodeOf(await queryGraphQL(app, query, { first }, user)), 'BAD_USER_INPUT')
  const all = await queryGraphQL<{ recommendedPrograms: object[] }>(app, query, { first: 20 }, user)
  t.equal(all.data?.recommendedPrograms.length, 14)
})
