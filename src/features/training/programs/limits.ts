export const maxWeeks = 52
export const maxDaysPerWeek = 7
export const maxExercisesPerDay = 30
export const maxSetsPerExercise = 20
/** The maximum over all weeks. */
export const maxSetsPerProgram = 5000

/** The maximum number of programs of a user. */
export const maxProgramsPerUser = 200
/** The maximum over all programs of a user. It bounds the size of a page of programs. */
export const maxSetsPerUser = 100_000
