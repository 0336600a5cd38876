/** A compile error with this type names what has been forgotten. No value has it. */
export interface Missing<Name extends string> {
  readonly missing: Name
}
