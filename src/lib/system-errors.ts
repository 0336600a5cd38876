/** Whether an error is the system's: of a file, or of a connection. */
export const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** Whether an error is the system's, with this code, such as `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
