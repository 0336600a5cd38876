/** Returns whether compiled code called the resolver that asks: it is made at run time. */
export const isCalledByCompiledCode = (): boolean => new Error().stack?.includes('eval at ') ?? false
