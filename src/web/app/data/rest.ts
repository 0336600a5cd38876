import { signal } from '@preact/signals'
import { playsRestSound } from './preferences.js'
import { prepareSound } from './rest-sound.js'

interface Rest {
  /** In milliseconds since 1970. */
  endsAt: number
  /** In seconds. */
  total: number
}

/** The rest that runs; null if none does. */
export const rest = signal<Rest | null>(null)
/** The current time, for everything that counts seconds, in milliseconds since 1970. */
export const now = signal(Date.now())

setInterval(() => (now.value = Date.now()), 1000)

export function startRest(seconds: number): void {
  now.value = Date.now()
  if (playsRestSound.value) prepareSound()
  rest.value = seconds > 0 ? { endsAt: now.value + seconds * 1000, total: seconds } : null
}

export function extendRest(seconds: number): void {
  const current = rest.value
  if (!current) return
  const endsAt = Math.max(Date.now(), current.endsAt + seconds * 1000)
  rest.value = { endsAt, total: Math.max(current.total, Math.ceil((endsAt - Date.now()) / 1000)) }
}

export function endRest(): void {
  rest.value = null
}
