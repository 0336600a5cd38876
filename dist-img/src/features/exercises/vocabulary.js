/** The words that describe an exercise: the field's common vocabulary, the same as the enums of the schema. */
export const categories = [
    'STRENGTH',
    'STRETCHING',
    'PLYOMETRICS',
    'STRONGMAN',
    'POWERLIFTING',
    'CARDIO',
    'OLYMPIC_WEIGHTLIFTING',
];
export const equipment = [
    'BODY_ONLY',
    'BARBELL',
    'DUMBBELL',
    'KETTLEBELLS',
    'CABLE',
    'MACHINE',
    'BANDS',
    'EZ_CURL_BAR',
    'EXERCISE_BALL',
    'MEDICINE_BALL',
    'FOAM_ROLL',
    'SMITH_MACHINE',
    'TRAP_BAR',
    'PULL_UP_BAR',
    'BENCH',
    'SUSPENSION',
    'WEIGHT_PLATE',
    'OTHER',
];
export const muscles = [
    'ABDOMINALS',
    'ABDUCTORS',
    'ADDUCTORS',
    'BICEPS',
    'CALVES',
    'CHEST',
    'FOREARMS',
    'GLUTES',
    'HAMSTRINGS',
    'HIP_FLEXORS',
    'LATS',
    'LOWER_BACK',
    'MIDDLE_BACK',
    'NECK',
    'OBLIQUES',
    'QUADRICEPS',
    'SHOULDERS',
    'TRAPS',
    'TRICEPS',
];
export const forces = ['PUSH', 'PULL', 'STATIC'];
export const mechanics = ['COMPOUND', 'ISOLATION'];
export const levels = ['BEGINNER', 'INTERMEDIATE', 'EXPERT'];
export const trackingTypes = [
    'WEIGHT_REPS',
    'REPS_ONLY',
    'BODYWEIGHT_REPS',
    'BODYWEIGHT_ASSISTED_REPS',
    'DURATION',
    'WEIGHT_DURATION',
    'DISTANCE_DURATION',
    'SHORT_DISTANCE_WEIGHT',
];
//# sourceMappingURL=vocabulary.js.map