/** The type of a value that cannot exist. A compile error with it names what has been forgotten. */
export interface Missing<Name extends string> {
  readonly missing: Name & never
}
