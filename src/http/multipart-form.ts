import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.js'
import { MiB } from '../lib/quantities.js'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

interface FormOptions {
  /** Every bound of a multipart body's parts; nothing else bounds them. */
  limits: Limits & { fileSize: number }
  /** For a file, or a form, that is longer. */
  tooLarge(): AppError
}

/** In bytes: far more than the heads of all parts and the fields beside the file take. */
const maxOverhead = 1 * MiB

/** In bytes, as announced; 0 where nothing is. */
export const contentLength = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0)

/** In bytes: no form with a file of so many is longer. */
export const maxFormSize = (fileSize: number) => fileSize + maxOverhead

/**
 * Hands each part of a form to `take`, one after the other. A form that is too long is refused as soon as that is known:
 * by its head before anything is read, else in the midst of the part, for which `take` has a signal.
 * @throws `tooLarge`, what `take` throws, and errors of the form
 */
export async function readForm(
  request: FastifyRequest,
  { limits, tooLarge }: FormOptions,
  take: (part: Multipart, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const longest = maxFormSize(limits.fileSize)
  if (contentLength(request) > longest) throw tooLarge()
  const bound = watchSize(request, longest, tooLarge)
  const parts = request.parts({ limits })
  try {
    for (;;) {
      const next: IteratorResult<Multipart, undefined> = await Promise.race([parts.next(), bound.passed])
      if (next.done) return
      const part = next.value
      if (part.type === 'file') {
        if (part.file.truncated) bound.pass()
        else part.file.once('limit', bound.pass)
      }
      await take(part, bound.signal)
    }
  } catch (error) {
    throw bound.signal.aborted ? (bound.signal.reason as AppError) : error
  } finally {
    bound.end()
  }
}

/** The error of a form that cannot be read, as clients see it. */
export function formError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if ((error as { code?: unknown } | undefined)?.code === 'FST_FILES_LIMIT')
    return new AppError('BAD_REQUEST', 'The form has more than one file. Send exactly one.', {
      field: 'file',
    })
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
  return new AppError('BAD_REQUEST', `The multipart body is invalid: ${reason}.`, { field: 'body' })
}

/** Watches how much of a body comes. */
function watchSize({ raw }: FastifyRequest, longest: number, tooLarge: () => AppError) {
  const controller = new AbortController()
  const { signal } = controller
  const pass = () => {
    // What still comes is nobody's but the one's who drops it after the answer.
    raw.unpipe()
    controller.abort(tooLarge())
  }
  const passed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as AppError))
  })
  passed.catch(() => undefined)
  let size = 0
  const count = (chunk: Buffer) => {
    size += chunk.length
    if (size > longest) pass()
  }
  raw.on('data', count)
  return { signal, pass, passed, end: () => raw.off('data', count) }
}
