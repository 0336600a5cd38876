/** The owner id of the built-in programs. No account has this id. */
export const builtInOwnerId = '0f17ce550000000000000000'
