import type { Muscle } from '../../vocabulary.js'
import { singularize } from '../words.js'
import { searchLanguage, type Facet } from './search-language.js'

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
const fillers =
  'a an the and or of to for with without in on my me how do best exercise workout training day routine'

export const english = searchLanguage({
  ...{ locale: 'en', spellings, facets, fillers },
  stem: singularize,
  hasCompounds: false,
})
