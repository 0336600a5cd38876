/** Returns whether an error comes from a system call. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Returns whether an error has this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** A rejection handler that returns undefined for a missing file or folder. @throws any other error */
export function undefinedIfMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}
