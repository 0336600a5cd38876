/** The maximum number of gyms of a user. */
export const maxGyms = 20
