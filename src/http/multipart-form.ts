import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.js'
import { MiB } from '../lib/quantities.js'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

interface FormOptions {
  /** All limits of the parts. No other limits apply. */
  limits: Limits & { fileSize: number }
  /** Creates the error for a file or form that exceeds the limit. */
  tooLarge(): AppError
}

/** The maximum size of the part headers and of the fields besides the file, in bytes. */
const maxOverhead = 1 * MiB

/** The Content-Length header in bytes; 0 without the header. */
export const contentLength = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0)

/** The maximum size of a form with a file of the given size, in bytes. */
export const maxFormSize = (fileSize: number) => fileSize + maxOverhead

/**
 * Passes the parts of a form to `onPart`, one after the other. A form that is too large is rejected as early as possible:
 * before it is read if Content-Length announces it, otherwise while a part is read, which aborts the signal of `onPart`.
 * @throws the error of `tooLarge`, the errors of `onPart`, and the errors of the multipart parser
 */
export async function readForm(
  request: FastifyRequest,
  { limits, tooLarge }: FormOptions,
  onPart: (part: Multipart, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const maxSize = maxFormSize(limits.fileSize)
  if (contentLength(request) > maxSize) throw tooLarge()
  const watch = watchSize(request, maxSize, tooLarge)
  const parts = request.parts({ limits })
  try {
    for (;;) {
      const next: IteratorResult<Multipart, undefined> = await Promise.race([parts.next(), watch.exceeded])
      if (next.done) return
      const part = next.value
      if (part.type === 'file') {
        if (part.file.truncated) watch.abort()
        else part.file.once('limit', watch.abort)
      }
      await onPart(part, watch.signal)
    }
  } catch (error) {
    throw watch.signal.aborted ? (watch.signal.reason as AppError) : error
  } finally {
    watch.stop()
  }
}

/** Converts an error of `readForm` to one that clients may see. */
export function formError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if ((error as { code?: unknown } | undefined)?.code === 'FST_FILES_LIMIT')
    return new AppError('BAD_REQUEST', 'The form has more than one file. Send exactly one.', {
      field: 'file',
    })
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  return new AppError('BAD_REQUEST', `The multipart body is invalid: ${reason}.`, { field: 'body' })
}

/** Aborts once the body exceeds the maximum size. */
function watchSize({ raw }: FastifyRequest, maxSize: number, tooLarge: () => AppError) {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => {
    // The rest of the body is discarded after the response.
    raw.unpipe()
    controller.abort(tooLarge())
  }
  const exceeded = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as AppError))
  })
  exceeded.catch(() => undefined)
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > maxSize) abort()
  }
  raw.on('data', count)
  return { signal, abort, exceeded, stop: () => raw.off('data', count) }
}
