/**
 * Stands in a list of inputs for one whose value is of the wrong type, so that the others can be processed. Only
 * arguments with `@isolateItems` have such items.
 */
export class InvalidInput {
  constructor(
    /** As it was sent. */
    readonly sent: Readonly<Record<string, unknown>>,
    /** Path of what is wrong, such as `operations[3].saveWorkout.exercises[0].sets[0].reps`. */
    readonly field: string,
    readonly message: string,
  ) {}
}
