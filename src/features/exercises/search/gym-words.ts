import { categories, equipment, type Category, type Equipment, type Muscle } from '../vocabulary.js'
import { wordsOf } from './words.js'

export type Facet = Muscle | Equipment | Category

/**
 * What people write for the words on the left, which stand for it in names as well as in searches. A word with a
 * hyphen is one that nobody writes: it keeps those together that mean something else apart.
 */
const spellings: Record<string, readonly string[]> = {
  // Equipment.
  dumbbell: ['db', 'dumb bell'],
  barbell: ['bb', 'bar bell'],
  kettlebell: ['kb', 'kettle bell'],
  bodyweight: [
    'bw',
    'body weight',
    'body only',
    'own weight',
    'no weight',
    'no equipment',
    'no gym',
    'at home',
    'home',
  ],
  'ez-bar': ['ez', 'ez bar', 'ez curl bar', 'e z bar', 'cambered bar'],
  'trap-bar': ['trap bar', 'hex bar'],
  'exercise-ball': [
    'exercise ball',
    'swiss ball',
    'stability ball',
    'gym ball',
    'fitness ball',
    'physioball',
  ],
  'medicine-ball': ['medicine ball', 'med ball'],
  'foam-roll': ['foam roll', 'foam roller', 'foam rolling', 'smr', 'self myofascial release'],
  smith: ['smith machine', 'multipress'],
  'pull-up-bar': ['pull up bar', 'chin up bar'],
  suspension: ['trx', 'suspended', 'ring', 'suspension trainer', 'gymnastic ring'],
  plate: ['weight plate'],
  band: ['resistance band', 'banded', 'rubber band', 'elastic band', 'thera band', 'mini band'],
  machine: ['leverage'],
  // Muscles.
  ab: ['abdominal', 'stomach', 'belly', 'six pack', 'sixpack'],
  oblique: ['side ab', 'love handle'],
  chest: ['pec', 'pectoral'],
  'upper-back': ['upper back', 'middle back', 'mid back', 'rhomboid'],
  'lower-back': ['lower back', 'low back', 'spinal erector', 'erector'],
  lat: ['latissimus'],
  trap: ['trapezius'],
  shoulder: ['delt', 'deltoid'],
  bicep: ['bi', 'biceps brachii'],
  tricep: ['tri'],
  quadricep: ['quad'],
  hamstring: ['ham', 'hammy', 'hammie'],
  glute: ['butt', 'booty', 'bum', 'gluteus'],
  calf: ['calve'],
  'hip-flexor': ['hip flexor', 'psoas'],
  adductor: ['inner thigh', 'groin'],
  abductor: ['outer thigh', 'hip abductor'],
  // Movements.
  fly: ['flye'],
  pushdown: ['push down', 'press down', 'pressdown'],
  pulldown: ['pull down'],
  deadlift: ['dead lift', 'dl'],
  'push up': ['press up'],
  'bench press': ['bp'],
  'overhead press': ['ohp'],
  'romanian deadlift': ['rdl'],
  'stiff leg deadlift': ['sldl'],
  'stiff leg': ['stiff legged'],
  'bulgarian split squat': ['bss'],
  'close grip bench press': ['cgbp'],
  'lateral raise': ['lat raise', 'side lateral', 'side lateral raise'],
  'single arm': ['one arm', '1 arm', 'one handed', 'single handed'],
  'single leg': ['one leg', '1 leg', 'one legged', 'single legged'],
  // Parts of training.
  stretch: ['stretching', 'mobility', 'flexibility', 'cool down'],
  cardio: ['conditioning', 'endurance'],
  plyo: ['plyometric', 'jump training'],
  olympic: ['oly', 'olympic lift', 'olympic lifting', 'olympic weightlifting', 'weightlifting'],
  powerlifting: ['powerlift'],
  'push-day': ['push day', 'push workout'],
  'pull-day': ['pull day', 'pull workout'],
  'upper-body': ['upper body'],
  'lower-body': ['lower body'],
  'chest incline': ['upper chest', 'upper pec'],
  'chest decline': ['lower chest', 'lower pec'],
}

const legs: Muscle[] = ['QUADRICEPS', 'HAMSTRINGS', 'GLUTES', 'CALVES']
const push: Muscle[] = ['CHEST', 'SHOULDERS', 'TRICEPS']
const pull: Muscle[] = ['LATS', 'MIDDLE_BACK', 'BICEPS']

/** What is meant by a word beside the names that have it. */
const facets: Record<string, readonly Facet[]> = {
  dumbbell: ['DUMBBELL'],
  barbell: ['BARBELL'],
  kettlebell: ['KETTLEBELLS'],
  cable: ['CABLE'],
  machine: ['MACHINE'],
  bodyweight: ['BODY_ONLY'],
  calisthenic: ['BODY_ONLY', 'PULL_UP_BAR'],
  'ez-bar': ['EZ_CURL_BAR'],
  'trap-bar': ['TRAP_BAR'],
  'exercise-ball': ['EXERCISE_BALL'],
  'medicine-ball': ['MEDICINE_BALL'],
  'foam-roll': ['FOAM_ROLL'],
  smith: ['SMITH_MACHINE'],
  'pull-up-bar': ['PULL_UP_BAR'],
  suspension: ['SUSPENSION'],
  plate: ['WEIGHT_PLATE'],
  band: ['BANDS'],
  ab: ['ABDOMINALS'],
  core: ['ABDOMINALS', 'OBLIQUES'],
  oblique: ['OBLIQUES'],
  chest: ['CHEST'],
  back: ['LATS', 'MIDDLE_BACK'],
  'upper-back': ['MIDDLE_BACK'],
  'lower-back': ['LOWER_BACK'],
  lat: ['LATS'],
  trap: ['TRAPS'],
  neck: ['NECK'],
  shoulder: ['SHOULDERS'],
  arm: ['BICEPS', 'TRICEPS'],
  bicep: ['BICEPS'],
  tricep: ['TRICEPS'],
  forearm: ['FOREARMS'],
  grip: ['FOREARMS'],
  leg: legs,
  'lower-body': legs,
  thigh: ['QUADRICEPS', 'HAMSTRINGS'],
  quadricep: ['QUADRICEPS'],
  hamstring: ['HAMSTRINGS'],
  glute: ['GLUTES'],
  calf: ['CALVES'],
  'hip-flexor': ['HIP_FLEXORS'],
  adductor: ['ADDUCTORS'],
  abductor: ['ABDUCTORS'],
  'push-day': push,
  'pull-day': pull,
  'upper-body': [...push, ...pull],
  stretch: ['STRETCHING'],
  cardio: ['CARDIO'],
  plyo: ['PLYOMETRICS'],
  olympic: ['OLYMPIC_WEIGHTLIFTING'],
  strongman: ['STRONGMAN'],
  powerlifting: ['POWERLIFTING'],
}

/** Words that say nothing about an exercise. */
const fillers = new Set(
  wordsOf(
    'a an the and or of to for with without in on my me how do best exercise workout training day routine',
  ),
)

const canonicalOf = new Map(
  Object.entries(spellings).flatMap(([canonical, others]) =>
    others.map(other => [wordsOf(other).join(' '), canonical.split(' ')] as const),
  ),
)
/** By its first word, how many words the longest phrase has that is spelled otherwise. */
const longestFrom = new Map<string, number>()
for (const phrase of canonicalOf.keys()) {
  const [first = '', ...more] = phrase.split(' ')
  longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, more.length + 1))
}
const facetsOf = new Map(Object.entries(facets))
const tools = new Set<Facet>(equipment)
const kinds = new Set<Facet>(categories)

/** The same words for the same thing, without those that say nothing. */
export function usualWords(words: readonly string[]): string[] {
  const result: string[] = []
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? ''
    let length = longestFrom.get(word) ?? 0
    while (length > 0 && !canonicalOf.has(words.slice(at, at + length).join(' '))) length--
    result.push(...(canonicalOf.get(words.slice(at, at + length).join(' ')) ?? [word]))
    at += Math.max(1, length)
  }
  const telling = result.filter(word => !fillers.has(word))
  return telling.length > 0 ? telling : result
}

/** The muscles, equipment or kinds of training that a word stands for, most of all words for none. */
export const meaningOf = (word: string): readonly Facet[] => facetsOf.get(word) ?? []

/** Whether a word of a name tells only what an exercise is done with. */
export const isTool = (word: string) => facetsOf.get(word)?.every(facet => tools.has(facet)) ?? false

/** Whether a word stands for muscles or equipment, which are listed in any order. */
export const isListed = (word: string) => facetsOf.get(word)?.some(facet => !kinds.has(facet)) ?? false

/** Single words with a meaning, in all their spellings. */
export const meaningfulWords: ReadonlyMap<string, readonly Facet[]> = new Map([
  ...facetsOf,
  ...[...canonicalOf].flatMap(([phrase, words]) => {
    const [word = '', ...more] = words
    const known = facetsOf.get(word)
    return known && more.length === 0 && !phrase.includes(' ') ? [[phrase, known] as const] : []
  }),
])

/** Every word that is known without a catalogue. */
export const knownWords: ReadonlySet<string> = new Set([
  ...[...facetsOf.keys()].filter(word => !word.includes('-')),
  ...fillers,
  ...[...canonicalOf.keys()].flatMap(phrase => phrase.split(' ')),
])
