/** Something that a feature uses, and a later feature provides. */
export interface LateProvider<Provided> {
  /** Must be called while features are created. */
  provide(provided: Provided): void
  get(): Provided
}

/** @param description of what is provided, such as `program days` */
export function lateProvider<Provided>(description: string): LateProvider<Provided> {
  let provider: { provided: Provided } | undefined
  return {
    provide(provided) {
      provider = { provided }
    },
    get() {
      if (!provider) throw new Error(`no feature provides ${description}`)
      return provider.provided
    },
  }
}
