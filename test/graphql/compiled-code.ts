/** Returns whether compiled code, which is created at run time, called the resolver that calls this function. */
export const isCalledByCompiledCode = (): boolean => new Error().stack?.includes('eval at ') ?? false
