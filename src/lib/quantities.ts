// Durations in milliseconds and sizes in bytes, for use as in `15 * minutes` and `5 * MiB`.
export const seconds = 1000
export const minutes = 60 * seconds
export const hours = 60 * minutes
export const days = 24 * hours

export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = 1024 * MiB
