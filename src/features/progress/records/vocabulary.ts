export const recordTypes = ['WEIGHT', 'REPS', 'ONE_RM', 'VOLUME', 'TIME', 'DISTANCE', 'PACE'] as const

export type RecordType = (typeof recordTypes)[number]

/** S_PER_KM is seconds per kilometer, the unit of a pace. */
export type RecordUnit = 'KG' | 'LB' | 'REPS' | 'M' | 'S' | 'S_PER_KM'
