import type { JSX } from 'preact'
import { signal } from '@preact/signals'
import { Trophy } from 'lucide'
import { Icon } from '../../shared/icon.js'

/** How long a celebration is shown, in milliseconds. */
const celebrationTime = 6000
const celebration = signal<string | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a personal record. */
export function celebrate(text: string): void {
  celebration.value = text
  clearTimeout(timer)
  timer = setTimeout(() => (celebration.value = null), celebrationTime)
}

export const Celebration = (): JSX.Element => (
  <div class="celebration" role="status">
    {celebration.value !== null && (
      <p>
        <Icon of={Trophy} /> <span>{celebration.value}</span>
      </p>
    )}
  </div>
)
