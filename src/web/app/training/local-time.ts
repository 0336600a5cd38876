/** Formats an instant as the value of an input for a date and time, such as `2026-01-31T18:30`. */
export function toLocalTime(instant: string, timezone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: timezone, dateStyle: 'short', timeStyle: 'short' },
  })
  return format.format(new Date(instant)).replace(' ', 'T')
}

/** Returns the instant of a local time, such as `2026-01-31T18:30`; null if the text is no time. */
export function fromLocalTime(local: string, timezone: string): string | null {
  const time = Date.parse(`${local}Z`)
  if (Number.isNaN(time)) return null
  // How far clocks are ahead of UTC depends on the instant, which the first round knows but for a change of the clocks.
  let instant = time
  for (let round = 0; round < 2; round++)
    instant -= Date.parse(`${toLocalTime(new Date(instant).toISOString(), timezone)}Z`) - time
  return new Date(instant).toISOString()
}
