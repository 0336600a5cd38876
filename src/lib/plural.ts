let english: Intl.NumberFormat | undefined

/** Formats a count with its noun, such as `1 record`, `1,000 records` or `2 people`. */
export const pluralize = (count: number, noun: string, pluralNoun = `${noun}s`) =>
  `${formatCount(count)} ${count === 1 ? noun : pluralNoun}`

/** Formats a count with thousands separators, such as `1,000`. */
export function formatCount(count: number): string {
  // Created on demand, because the first Intl.NumberFormat of a process takes as long as loading fifty modules.
  english ??= new Intl.NumberFormat('en')
  return english.format(count)
}
