let english: Intl.NumberFormat | undefined

/** A number of things for people: `1 record`, `1,000 records`, `2 people`. */
export const pluralize = (count: number, thing: string, things = `${thing}s`) =>
  `${formatCount(count)} ${count === 1 ? thing : things}`

/** A number for people: `1,000`. */
export function formatCount(count: number): string {
  // The first one of a process takes as long as to load fifty modules.
  english ??= new Intl.NumberFormat('en')
  return english.format(count)
}
