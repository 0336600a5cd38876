import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import type { Progress } from './progression/replay.js'
import type { InitialLoads, TrackStates } from './progression/state.js'

/** The derived data that is determined on enrollment and on an upgrade. */
export type InitialDerived = Pick<EnrollmentDerived, 'enrolledVersion' | 'maxima' | 'inherited'>

export const initialLoadsOf = (
  { startingLoads }: Pick<EnrollmentContent, 'startingLoads'>,
  { maxima, inherited }: Pick<EnrollmentDerived, 'maxima' | 'inherited'>,
): InitialLoads => ({
  starting: new Map(startingLoads.map(({ exerciseId, load }) => [exerciseId, load])),
  maxima: new Map(maxima.map(({ exerciseId, load }) => [exerciseId, load])),
  inherited: new Map(inherited.map(({ track, ...state }) => [track, state])),
})

export const progressOf = ({
  states,
  passedWeek,
}: Pick<EnrollmentDerived, 'states' | 'passedWeek'>): Progress => ({
  states: new Map(states.map(({ track, ...state }) => [track, state])),
  passedWeek,
})

/** Converts the states of tracks to the form in which they are stored. */
export const toStoredStates = (states: TrackStates): EnrollmentDerived['states'] =>
  [...states].map(([track, state]) => ({ track, ...state }))
