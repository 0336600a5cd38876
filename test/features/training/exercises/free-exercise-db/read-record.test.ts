import t from 'tap'
import { readRecord } from '../../../../../src/features/training/exercises/free-exercise-db/read-record.js'
import type { ExerciseEntry } from '../../../../../src/lib/exercise-vocabulary.js'

const record = {
  id: 'Quokka_Row',
  name: 'Quokka Row',
  force: 'pull',
  level: 'beginner',
  mechanic: 'compound',
  equipment: 'cable',
  primaryMuscles: ['lats'],
  secondaryMuscles: [],
  instructions: [],
  category: 'strength',
}

function entry(changes: object): ExerciseEntry {
  const reading = readRecord({ ...record, ...changes })
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.entry
}

t.test('maps the terms of free-exercise-db', async t => {
  t.match(
    entry({
      force: 'static',
      level: 'intermediate',
      mechanic: 'isolation',
      equipment: 'e-z curl bar',
      category: 'olympic weightlifting',
      primaryMuscles: ['middle back', 'lats', 'lats'],
      secondaryMuscles: ['lower back', 'lats'],
    }),
    {
      force: 'STATIC',
      level: 'INTERMEDIATE',
      mechanic: 'ISOLATION',
      equipment: ['EZ_CURL_BAR'],
      category: 'OLYMPIC_WEIGHTLIFTING',
      primaryMuscles: ['MIDDLE_BACK', 'LATS'],
      secondaryMuscles: ['LOWER_BACK'],
    },
  )
  const equipment = { 'body only': 'BODY_ONLY', kettlebells: 'KETTLEBELLS', 'foam roll': 'FOAM_ROLL' }
  for (const [theirs, ours] of Object.entries(equipment))
    t.strictSame(entry({ equipment: theirs }).equipment, [ours])
})

t.test('converts missing values to null and unknown equipment to none', async t => {
  t.match(entry({ force: null, mechanic: null, equipment: null }), {
    force: null,
    mechanic: null,
    equipment: [],
  })
  t.match(entry({ force: undefined, instructions: undefined, secondaryMuscles: undefined }), {
    force: null,
    instructions: [],
    secondaryMuscles: [],
  })
})

t.test('refines the equipment by the name', async t => {
  t.strictSame(entry({ name: 'Smith Quokka Press', equipment: 'machine' }).equipment, ['SMITH_MACHINE'])
  t.strictSame(entry({ name: 'Trap Bar Quokka', equipment: 'other' }).equipment, ['TRAP_BAR'])
  t.strictSame(entry({ name: 'Quokka with Plate', equipment: 'barbell' }).equipment, ['BARBELL'])
})

t.test('creates the slug from the id or the name', async t => {
  t.equal(entry({ id: '3_4_Quokka-Row' }).slug, '3-4-quokka-row')
  t.equal(entry({ id: undefined, name: "Quokka's  Übung (slow)" }).slug, 'quokkas-ubung-slow')
})

t.test('normalizes white space and drops blank steps', async t => {
  const { name, instructions } = entry({ name: ' Quokka \n Row ', instructions: ['Pull\tit. ', ' ', ''] })
  t.equal(name, 'Quokka Row')
  t.strictSame(instructions, ['Pull it.'])
})

t.test('detects unilateral exercises by the name', async t => {
  const one = [
    'One-Arm Quokka',
    'Quokka One Arm',
    'Single-Leg Quokka',
    'One-Legged Quokka',
    'One Handed Quokka',
  ]
  const both = ['Quokka Row', 'Alternating Single-Arm Quokka', 'Armed Quokka', 'Side Quokka']
  for (const name of one) t.equal(entry({ name }).isUnilateral, true, name)
  for (const name of both) t.equal(entry({ name }).isUnilateral, false, name)
})

t.test('derives the tracking type from category, equipment, force and name', async t => {
  const cases: [expected: string, changes: object][] = [
    ['WEIGHT_REPS', {}],
    ['WEIGHT_REPS', { name: 'Dip Machine', equipment: 'machine' }],
    ['WEIGHT_REPS', { name: 'Weighted Quokka', equipment: 'exercise ball' }],
    ['WEIGHT_REPS', { category: 'plyometrics', equipment: 'dumbbell' }],
    ['DURATION', { category: 'stretching', force: 'pull' }],
    ['DURATION', { force: 'static', equipment: 'body only' }],
    ['DURATION', { name: 'Quokka Hold', force: null, equipment: null }],
    ['WEIGHT_DURATION', { force: 'static', equipment: 'other' }],
    ['DISTANCE_DURATION', { name: 'Running on Sand', category: 'cardio' }],
    ['DURATION', { name: 'Quokka Dance', category: 'cardio' }],
    ['SHORT_DISTANCE_WEIGHT', { name: 'Log Carry', category: 'strongman', force: null }],
    ['SHORT_DISTANCE_WEIGHT', { name: 'Sled Drags', equipment: 'other' }],
    ['WEIGHT_REPS', { name: 'Log Lift', category: 'strongman' }],
    ['BODYWEIGHT_ASSISTED_REPS', { name: 'Assisted Pull-Up', equipment: 'machine' }],
    ['BODYWEIGHT_REPS', { name: 'Ring Pull Ups', equipment: 'other' }],
    ['BODYWEIGHT_REPS', { name: 'Quokka Squat', equipment: 'body only' }],
    ['REPS_ONLY', { name: 'Quokka Crunch', equipment: 'body only', primaryMuscles: ['abdominals'] }],
    ['REPS_ONLY', { equipment: 'body only', mechanic: 'isolation' }],
    ['REPS_ONLY', { equipment: 'bands' }],
    ['REPS_ONLY', { category: 'plyometrics', equipment: 'medicine ball' }],
  ]
  for (const [expected, changes] of cases)
    t.equal(entry(changes).trackingType, expected, JSON.stringify(changes))
})

t.test('returns the reason for an invalid record', async t => {
  const reasons: [changes: object, reason: string][] = [
    [{ name: undefined }, 'name is missing.'],
    [{ name: ' ' }, 'name must have at least 1 character.'],
    [{ name: 'x'.repeat(101) }, 'name must have at most 100 characters.'],
    [{ id: {} }, 'id must be text, not an object.'],
    [{ category: 'Strength' }, 'category "Strength" is unknown.'],
    [{ mechanic: 'spiral' }, 'mechanic "spiral" is unknown.'],
    [{ primaryMuscles: ['wings'] }, 'primaryMuscles "wings" is unknown.'],
    [{ instructions: 'Pull.' }, 'instructions must be a list, not text.'],
    [{ instructions: ['x'.repeat(2001)] }, 'an item of instructions must have at most 2,000 characters.'],
    [{ level: true }, 'level must be a word, not a boolean.'],
  ]
  for (const [changes, problem] of reasons)
    t.strictSame(readRecord({ ...record, ...changes }), { problem }, problem)
})
