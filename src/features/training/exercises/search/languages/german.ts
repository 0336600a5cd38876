import type { Muscle } from '../../../../../lib/exercise-vocabulary.js'
import { singularize } from '../words.js'
import { searchLanguage, type Facet } from './search-language.js'

/**
 * Synonyms of the words on the left, in names as well as in searches. A word with a hyphen is the name of a phrase whose
 * words mean something else separately.
 */
const spellings: Record<string, readonly string[]> = {
  // Equipment.
  kurzhantel: ['kh', 'kurz hantel', 'hantel', 'dumbbell', 'db'],
  langhantel: ['lh', 'lang hantel', 'barbell', 'bb'],
  kettlebell: ['kb', 'kugelhantel', 'rundgewicht', 'kettle bell'],
  eigengewicht: [
    'körpergewicht',
    'eigenes körpergewicht',
    'eigenem körpergewicht',
    'ohne gewicht',
    'ohne gewichte',
    'ohne gerät',
    'ohne geräte',
    'ohne equipment',
    'zuhause',
    'zu hause',
    'daheim',
    'bodyweight',
    'bw',
  ],
  'sz-stange': ['sz', 'sz stange', 'sz hantel', 'curlstange', 'curl stange', 'ez bar'],
  'trap-bar': ['trap bar', 'trapbar', 'hex bar', 'hexbar'],
  gymnastikball: ['gymnastik ball', 'pezziball', 'sitzball', 'swiss ball', 'fitnessball'],
  medizinball: ['medizin ball', 'medball', 'medicine ball'],
  faszienrolle: ['faszien rolle', 'blackroll', 'foam roller', 'foam roll', 'schaumstoffrolle', 'ausrollen'],
  multipresse: ['multi presse', 'smith maschine', 'smith machine', 'smith'],
  schlingentrainer: ['schlingen trainer', 'trx', 'sling trainer', 'schlinge', 'ringe'],
  hantelscheibe: ['hantel scheibe', 'gewichtsscheibe', 'scheibe', 'plate'],
  widerstandsband: [
    'band',
    'bänder',
    'fitnessband',
    'gummiband',
    'theraband',
    'thera band',
    'loop band',
    'miniband',
  ],
  kabelzug: ['kabel', 'kabel zug', 'kabelturm', 'seilzug', 'cable'],
  maschine: ['gerät', 'machine'],
  // Muscles.
  bauch: ['bauchmuskel', 'bauchmuskulatur', 'bauchtraining', 'abs', 'sixpack', 'six pack'],
  'seitlicher-bauch': ['seitlicher bauch', 'seitliche bauchmuskeln', 'schräge bauchmuskeln', 'obliques'],
  brust: ['brustmuskel', 'brustmuskulatur', 'brusttraining', 'chest'],
  'brust schräg': ['obere brust', 'oberer brustmuskel'],
  rücken: ['rückenmuskel', 'rückenmuskulatur', 'rückentraining', 'back'],
  'oberer-rücken': ['oberer rücken', 'oberen rücken', 'mittlerer rücken', 'rhomboiden'],
  'unterer-rücken': ['unterer rücken', 'unteren rücken', 'lendenwirbelsäule', 'lws'],
  latissimus: ['lat', 'lats', 'breiter rücken'],
  trapez: ['trapezmuskel', 'trapezius'],
  schulter: ['schultermuskel', 'schultermuskulatur', 'schultertraining', 'deltamuskel', 'delta', 'delts'],
  bizeps: ['biceps'],
  trizeps: ['triceps'],
  unterarm: ['unterarmmuskel'],
  quadrizeps: ['quads', 'quad', 'quadriceps', 'vorderer oberschenkel', 'oberschenkelvorderseite'],
  beinbizeps: [
    'hinterer oberschenkel',
    'oberschenkelrückseite',
    'beinrückseite',
    'hamstrings',
    'ischios',
    'ischiocrurale',
  ],
  gesäß: ['po', 'popo', 'hintern', 'gesäßmuskel', 'gluteus', 'glutes'],
  wade: ['wadenmuskel', 'calves'],
  adduktor: ['innenschenkel', 'innere oberschenkel', 'oberschenkelinnenseite'],
  abduktor: ['außenschenkel', 'äußere oberschenkel'],
  // Parts of training.
  dehnen: ['dehnung', 'dehnübung', 'stretch', 'stretching', 'mobilität', 'mobility', 'beweglichkeit'],
  cardio: ['ausdauer', 'ausdauertraining', 'kondition', 'konditionstraining'],
  plyometrie: ['plyo', 'plyometrisch', 'plyometrisches training', 'sprungtraining', 'sprungkraft'],
  gewichtheben: ['olympisch', 'olympisches gewichtheben'],
  kraftdreikampf: ['powerlifting'],
  'push-tag': ['push tag', 'push day', 'push training'],
  'pull-tag': ['pull tag', 'pull day', 'pull training'],
}

const legs: Muscle[] = ['QUADRICEPS', 'HAMSTRINGS', 'GLUTES', 'CALVES']
const push: Muscle[] = ['CHEST', 'SHOULDERS', 'TRICEPS']
const pull: Muscle[] = ['LATS', 'MIDDLE_BACK', 'BICEPS']

const facets: Record<string, readonly Facet[]> = {
  kurzhantel: ['DUMBBELL'],
  langhantel: ['BARBELL'],
  kettlebell: ['KETTLEBELLS'],
  kabelzug: ['CABLE'],
  maschine: ['MACHINE'],
  eigengewicht: ['BODY_ONLY'],
  calisthenics: ['BODY_ONLY', 'PULL_UP_BAR'],
  'sz-stange': ['EZ_CURL_BAR'],
  'trap-bar': ['TRAP_BAR'],
  gymnastikball: ['EXERCISE_BALL'],
  medizinball: ['MEDICINE_BALL'],
  faszienrolle: ['FOAM_ROLL'],
  multipresse: ['SMITH_MACHINE'],
  klimmzugstange: ['PULL_UP_BAR'],
  schlingentrainer: ['SUSPENSION'],
  hantelscheibe: ['WEIGHT_PLATE'],
  widerstandsband: ['BANDS'],
  bauch: ['ABDOMINALS'],
  core: ['ABDOMINALS', 'OBLIQUES'],
  rumpf: ['ABDOMINALS', 'OBLIQUES'],
  'seitlicher-bauch': ['OBLIQUES'],
  brust: ['CHEST'],
  rücken: ['LATS', 'MIDDLE_BACK'],
  'oberer-rücken': ['MIDDLE_BACK'],
  'unterer-rücken': ['LOWER_BACK'],
  latissimus: ['LATS'],
  trapez: ['TRAPS'],
  nacken: ['TRAPS', 'NECK'],
  hals: ['NECK'],
  schulter: ['SHOULDERS'],
  arm: ['BICEPS', 'TRICEPS'],
  oberarm: ['BICEPS', 'TRICEPS'],
  bizeps: ['BICEPS'],
  trizeps: ['TRICEPS'],
  unterarm: ['FOREARMS'],
  griffkraft: ['FOREARMS'],
  bein: legs,
  unterkörper: legs,
  oberschenkel: ['QUADRICEPS', 'HAMSTRINGS'],
  quadrizeps: ['QUADRICEPS'],
  beinbizeps: ['HAMSTRINGS'],
  gesäß: ['GLUTES'],
  wade: ['CALVES'],
  hüftbeuger: ['HIP_FLEXORS'],
  adduktor: ['ADDUCTORS'],
  abduktor: ['ABDUCTORS'],
  'push-tag': push,
  'pull-tag': pull,
  oberkörper: [...push, ...pull],
  dehnen: ['STRETCHING'],
  cardio: ['CARDIO'],
  plyometrie: ['PLYOMETRICS'],
  gewichtheben: ['OLYMPIC_WEIGHTLIFTING'],
  strongman: ['STRONGMAN'],
  kraftdreikampf: ['POWERLIFTING'],
}

const fillers =
  'der die das den dem des ein eine einen einem einer und oder mit ohne für von vom zu zum zur am an im in auf bei ' +
  'aus wie ich mein meine meinen beste besten gute übung training workout trainieren tag'

const inflection = /^(.{3,}?)(?:en|e|(?<=[lr])n)$/

export const german = searchLanguage({
  locale: 'de',
  spellings,
  facets,
  fillers,
  // English words are common in German names, so their plurals count, too.
  stem: word => singularize(word).replace(inflection, '$1'),
  hasCompounds: true,
})
