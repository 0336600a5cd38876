/** The maximum number of custom exercises of a user. */
export const maxCustomExercises = 500

export const customExerciseLimitMessage = `You already have ${maxCustomExercises} custom exercises. Delete one first.`
