import type { Muscle } from '../../../../../lib/exercise-vocabulary.js'
import { singularize } from '../words.js'
import { searchLanguage, type Facet } from './search-language.js'

/**
 * Synonyms of the words on the left, in names as well as in searches. A word with a hyphen is the name of a phrase whose
 * words mean something else separately.
 */
const spellings: Record<string, readonly string[]> = {
  // Equipment.
  mancuerna: ['dumbbell', 'db', 'pesas', 'mancuernillas'],
  barra: ['barbell', 'bb'],
  kettlebell: ['kb', 'pesa rusa', 'pesas rusas', 'kettle bell'],
  'peso-corporal': [
    'peso corporal',
    'propio peso',
    'sin peso',
    'sin pesas',
    'sin material',
    'sin equipo',
    'sin equipamiento',
    'en casa',
    'casa',
    'autocarga',
    'bodyweight',
  ],
  'barra-z': ['barra z', 'barra ez', 'barra w', 'ez'],
  'barra-hexagonal': ['barra hexagonal', 'trap bar', 'hex bar'],
  'barra-dominadas': ['barra de dominadas', 'barra fija'],
  fitball: ['pelota suiza', 'pelota de pilates', 'balón suizo', 'pelota'],
  'balón-medicinal': ['balón medicinal', 'pelota medicinal', 'medball'],
  'foam-roller': ['foam roller', 'foam roll', 'rodillo de espuma', 'rodillo'],
  multipower: ['máquina smith', 'smith', 'smith machine'],
  suspensión: ['trx', 'anillas', 'en suspensión'],
  disco: ['plato'],
  banda: [
    'banda elástica',
    'banda de resistencia',
    'goma',
    'goma elástica',
    'liga',
    'liga elástica',
    'elástico',
  ],
  polea: ['cable'],
  máquina: ['machine'],
  // Muscles.
  abdominal: ['abdomen', 'abs', 'vientre', 'barriga', 'panza', 'six pack'],
  oblicuo: ['abdominales laterales'],
  pecho: ['pectoral', 'pectorales', 'pec'],
  'pecho inclinado': ['pecho superior', 'pecho alto', 'pectoral superior', 'parte superior del pecho'],
  'espalda-alta': ['espalda alta', 'espalda media', 'romboides'],
  'espalda-baja': ['espalda baja', 'zona lumbar', 'lumbar', 'lumbares'],
  dorsal: ['dorsal ancho', 'lats'],
  trapecio: ['traps'],
  hombro: ['deltoide', 'deltoides', 'delts'],
  cuádriceps: ['quads', 'cuads', 'quadriceps'],
  isquiotibial: ['isquio', 'isquios', 'femoral', 'bíceps femoral', 'isquiosural', 'hamstrings'],
  glúteo: ['culo', 'trasero', 'pompis', 'nalga', 'pompas'],
  gemelo: ['pantorrilla', 'sóleo'],
  'flexor-cadera': ['flexor de cadera', 'flexores de cadera', 'flexores de la cadera', 'psoas'],
  aductor: ['entrepierna', 'interior del muslo'],
  // Movements.
  'a-una-mano': ['una mano', 'un brazo', 'a una mano', 'a un brazo'],
  'a-una-pierna': ['una pierna', 'a una pierna', 'a una sola pierna'],
  // Parts of training.
  estiramiento: ['estirar', 'stretching', 'movilidad', 'flexibilidad'],
  cardio: ['aeróbico', 'cardiovascular'],
  pliometría: ['pliométrico', 'pliometrico'],
  halterofilia: ['levantamiento olímpico', 'olímpico'],
  'tren-inferior': ['tren inferior', 'parte inferior'],
  'tren-superior': ['tren superior', 'parte superior'],
  'día-empuje': ['día de empuje', 'push day'],
  'día-tirón': ['día de tirón', 'pull day'],
}

const legs: Muscle[] = ['QUADRICEPS', 'HAMSTRINGS', 'GLUTES', 'CALVES']
const push: Muscle[] = ['CHEST', 'SHOULDERS', 'TRICEPS']
const pull: Muscle[] = ['LATS', 'MIDDLE_BACK', 'BICEPS']

const facets: Record<string, readonly Facet[]> = {
  mancuerna: ['DUMBBELL'],
  barra: ['BARBELL'],
  kettlebell: ['KETTLEBELLS'],
  polea: ['CABLE'],
  máquina: ['MACHINE'],
  'peso-corporal': ['BODY_ONLY'],
  calistenia: ['BODY_ONLY', 'PULL_UP_BAR'],
  'barra-z': ['EZ_CURL_BAR'],
  'barra-hexagonal': ['TRAP_BAR'],
  'barra-dominadas': ['PULL_UP_BAR'],
  fitball: ['EXERCISE_BALL'],
  'balón-medicinal': ['MEDICINE_BALL'],
  'foam-roller': ['FOAM_ROLL'],
  multipower: ['SMITH_MACHINE'],
  suspensión: ['SUSPENSION'],
  disco: ['WEIGHT_PLATE'],
  banda: ['BANDS'],
  abdominal: ['ABDOMINALS'],
  core: ['ABDOMINALS', 'OBLIQUES'],
  oblicuo: ['OBLIQUES'],
  pecho: ['CHEST'],
  espalda: ['LATS', 'MIDDLE_BACK'],
  'espalda-alta': ['MIDDLE_BACK'],
  'espalda-baja': ['LOWER_BACK'],
  dorsal: ['LATS'],
  trapecio: ['TRAPS'],
  cuello: ['NECK'],
  hombro: ['SHOULDERS'],
  brazo: ['BICEPS', 'TRICEPS'],
  bíceps: ['BICEPS'],
  tríceps: ['TRICEPS'],
  antebrazo: ['FOREARMS'],
  pierna: legs,
  'tren-inferior': legs,
  muslo: ['QUADRICEPS', 'HAMSTRINGS'],
  cuádriceps: ['QUADRICEPS'],
  isquiotibial: ['HAMSTRINGS'],
  glúteo: ['GLUTES'],
  gemelo: ['CALVES'],
  'flexor-cadera': ['HIP_FLEXORS'],
  aductor: ['ADDUCTORS'],
  abductor: ['ABDUCTORS'],
  'día-empuje': push,
  'día-tirón': pull,
  'tren-superior': [...push, ...pull],
  estiramiento: ['STRETCHING'],
  cardio: ['CARDIO'],
  pliometría: ['PLYOMETRICS'],
  halterofilia: ['OLYMPIC_WEIGHTLIFTING'],
  strongman: ['STRONGMAN'],
  powerlifting: ['POWERLIFTING'],
}

const fillers =
  'el la los las un una unos unas de del y o con sin para por en a al mi mis como hacer mejor mejores ejercicio ' +
  'entrenamiento rutina día'

/** As in "cables" and "flexiones", but not in "pie". */
const inflection = /^(.{3,})e$/

export const spanish = searchLanguage({
  locale: 'es',
  spellings,
  facets,
  fillers,
  stem: word => singularize(word).replace(inflection, '$1'),
  hasCompounds: false,
})
