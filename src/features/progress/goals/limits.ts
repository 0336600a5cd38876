/** The maximum number of goals of a user. */
export const maxGoals = 50
