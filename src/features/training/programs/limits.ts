/** How large a program can be. */
export const maxWeeks = 52
export const maxDays = 7
export const maxExercises = 30
export const maxSets = 20
/** In all weeks together. */
export const maxSetsInAll = 5000

/** How many programs a person can have. */
export const maxPrograms = 200
/** In all programs of a person together: what a page of them can weigh. */
export const maxSetsOfPerson = 100_000
