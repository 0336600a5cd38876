/** Returns the response status of an SDK error; undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number }
    $response?: { statusCode?: number }
  }
  return $metadata?.httpStatusCode ?? $response?.statusCode
}

/** Returns whether the storage rejected the request permanently, so that a retry is pointless. */
export function isPermanentError(error: unknown): boolean {
  const status = statusOf(error)
  if (status === undefined || status < 300 || status >= 500 || isClockSkewCorrected(error)) return false
  // For a request body that did not arrive in time, S3 responds with status 400 and this error name.
  return status !== 408 && status !== 429 && (error as Error).name !== 'RequestTimeout'
}

/** The request was dated by a wrong clock, which the SDK has corrected for the next one. */
const isClockSkewCorrected = (error: unknown) =>
  (error as { $metadata?: { clockSkewCorrected?: boolean } }).$metadata?.clockSkewCorrected === true
