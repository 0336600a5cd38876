/** The maximum number of pauses of a user. */
export const maxPauses = 200
