/** The status of the answer that an error of the SDK is about; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number }
    $response?: { statusCode?: number }
  }
  return $metadata?.httpStatusCode ?? $response?.statusCode
}

/** The service has understood the request and will not do it, however often it is asked. */
export function isPermanentError(error: unknown): boolean {
  const status = statusOf(error)
  if (status === undefined || status < 300 || status >= 500 || isClockSkewCorrected(error)) return false
  // S3 has another status than others for a body that did not come in time.
  return status !== 408 && status !== 429 && (error as Error).name !== 'RequestTimeout'
}

/** It was dated by a clock that was wrong; the next one will not be. */
const isClockSkewCorrected = (error: unknown) =>
  (error as { $metadata?: { clockSkewCorrected?: boolean } }).$metadata?.clockSkewCorrected === true
