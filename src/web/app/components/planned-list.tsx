import type { JSX } from 'preact'
import type { SetType } from '../../../../generated/operations/web-app.js'
import { plural } from '../i18n.js'
import { repsText } from '../training/plan.js'

interface Props {
  exercises: readonly { name: string; text: string }[]
}

/** The exercises of a day of a plan, with texts about their sets. */
export const PlannedList = ({ exercises }: Props): JSX.Element => (
  <ul class="planned">
    {exercises.map(({ name, text }, at) => (
      <li key={at}>
        <span>{name}</span>
        <span class="faint">{text}</span>
      </li>
    ))}
  </ul>
)

type SetReps = Parameters<typeof repsText>[0] & { type: SetType }

/** Such as `3 × 8–12` for working sets with the same repetitions, or else `3 sets`. */
export function plannedSetsText(sets: readonly SetReps[]): string {
  const working = sets.filter(({ type }) => type !== 'WARMUP')
  const [reps, ...others] = new Set(working.map(repsText))
  return reps && others.length === 0 ? `${working.length} × ${reps}` : plural('sets', sets.length)
}
