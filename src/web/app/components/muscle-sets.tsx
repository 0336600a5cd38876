import type { JSX } from 'preact'
import type { Muscle } from '../../../../generated/operations/web-app.js'
import { formatNumber, nameOf } from '../i18n.js'
import { MuscleMap } from './muscle-map.js'

/** The number of sets of a muscle from which the map shows its strongest color. */
const maxMapSets = 20

interface Props {
  sets: readonly (readonly [muscle: Muscle, sets: number])[]
  /** Multiplies the sets on the map, for less time than the week for which the map is made. */
  scale?: number
}

/** Sets by muscle, as a map and as a list. */
export const MuscleSets = ({ sets, scale = 1 }: Props): JSX.Element => (
  <>
    <MuscleMap
      class="large"
      query={`?sets=${sets.map(([muscle, count]) => `${muscle}:${Math.min(maxMapSets, count * scale)}`).join(',')}`}
    />
    <ul class="amounts">
      {sets.map(([muscle, count]) => (
        <li key={muscle}>
          <span>{nameOf('muscle', muscle)}</span> <span>{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  </>
)
