/** The names of the fields that hold the id of an exercise. */
const idFields = new Set(['exerciseId', 'harderExerciseId'])

/** Returns the value with one exercise instead of another, everywhere it is named; the value itself if it is not named. */
export function replaceExercise<Value>(value: Value, fromId: string, intoId: string): Value {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => replaceExercise(item, fromId, intoId))
    return items.some((item, index) => item !== value[index]) ? (items as Value) : value
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const changes = Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const replaced = idFields.has(name) && field === fromId ? intoId : replaceExercise(field, fromId, intoId)
    return replaced === field ? [] : [[name, replaced] as const]
  })
  return changes.length === 0 ? value : { ...value, ...Object.fromEntries(changes) }
}

/** The name of a progression track begins with the id of its exercise. */
export const replaceInTrack = (track: string, fromId: string, intoId: string): string =>
  track.startsWith(`${fromId}/`) ? intoId + track.slice(fromId.length) : track
