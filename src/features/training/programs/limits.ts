/** How large a program can be. */
export const maxWeeks = 52
export const maxDaysPerWeek = 7
export const maxExercisesPerDay = 30
export const maxSetsPerExercise = 20
/** In all weeks together. */
export const maxSetsPerProgram = 5000

/** How many programs a person can have. */
export const maxProgramsPerUser = 200
/** In all programs of a person together: what a page of them can weigh. */
export const maxSetsPerUser = 100_000
