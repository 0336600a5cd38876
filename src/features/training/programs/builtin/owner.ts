/** Who owns the service's own programs: an identifier that no account gets. */
export const builtInOwnerId = '0f17ce550000000000000000'
