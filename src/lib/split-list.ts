/** Returns the words of a comma-separated list, without spaces around them. */
export const splitList = (list: unknown): string[] =>
  typeof list !== 'string' ? [] : list.split(',').flatMap(word => word.trim() || [])
