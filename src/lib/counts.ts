const english = new Intl.NumberFormat('en')

/** A number of things for people: `1 record`, `1,000 records`. */
export const counted = (count: number, thing: string) =>
  `${english.format(count)} ${thing}${count === 1 ? '' : 's'}`

/** A number for people: `1,000`. */
export const grouped = (count: number) => english.format(count)
