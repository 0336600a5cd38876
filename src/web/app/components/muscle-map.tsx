import type { JSX } from 'preact'
import type { Exercise } from '../training/exercises.js'

/** The query of a map decides on the muscles; the map is read from the address of the app. */
export const MuscleMap = ({ query, class: name = '' }: { query: string; class?: string }): JSX.Element => (
  <img class={`muscle-map ${name}`} src={`../api/muscle-map.svg${query}`} alt="" loading="lazy" />
)

export const mapQuery = ({ muscleMapUrl }: Exercise): string => new URL(muscleMapUrl, location.href).search
