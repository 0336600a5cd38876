import { badUserInputAt, type AppError } from '../../../errors.js'

/** The error for an exercise that does not exist or belongs to another user. */
export const unknownExercise = (path: string): AppError =>
  badUserInputAt(path, 'must be the id of an exercise of the catalogue, or of one of your custom exercises.')
