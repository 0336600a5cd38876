const english = new Intl.NumberFormat('en')

/** A number of things for people: `1 record`, `1,000 records`, `2 people`. */
export const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${english.format(count)} ${count === 1 ? thing : things}`

/** A number for people: `1,000`. */
export const grouped = (count: number) => english.format(count)
