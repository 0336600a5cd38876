/**
 * Replaces an item of an input list whose value has the wrong type, so that the other items can be processed. Only
 * arguments with the directive `@isolateItems` contain such items.
 */
export class InvalidInput {
  constructor(
    /** The value that was sent. */
    readonly sent: Readonly<Record<string, unknown>>,
    /** The path of the invalid value, such as `operations[3].saveWorkout.exercises[0].sets[0].reps`. */
    readonly field: string,
    readonly message: string,
  ) {}
}
