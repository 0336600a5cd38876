import { fromResponse, NetworkError, ServiceError } from '../../client/errors.js'
import { readJson, send, sendChecked } from './session.js'

/** The result of an import, or of a preview that writes nothing. Each list contains the first 100 items. */
export interface CatalogueImportResult {
  added: number
  changed: number
  unchanged: number
  ignored: number
  skipped: number
  addedNames: string[]
  changedNames: string[]
  ignoredNames: string[]
  skippedRecords: { record: string; reason: string }[]
}

type ImportLine =
  | { type: 'progress'; done: number; total: number }
  | { type: 'result'; data: CatalogueImportResult }
  | { type: 'error'; code: string; message: string }

const importForm = (file: File, dryRun: boolean): FormData => {
  const form = new FormData()
  form.append('dryRun', String(dryRun))
  form.append('file', file)
  return form
}

/** Returns what the import of a file with exercises would do. @throws ServiceError, NetworkError */
export async function previewImport(file: File): Promise<CatalogueImportResult> {
  const body = (await sendChecked('exercise-imports', 'POST', importForm(file, true))) as {
    data: CatalogueImportResult
  }
  return body.data
}

/** Imports a file with exercises. @throws ServiceError, NetworkError */
export async function importExercises(
  file: File,
  onProgress: (done: number, total: number) => void,
): Promise<CatalogueImportResult> {
  const response = await send('exercise-imports', 'POST', importForm(file, false))
  if (!response.ok || response.body === null) throw fromResponse(response, await readJson(response))
  for await (const line of readLines(response.body)) {
    if (line.type === 'progress') onProgress(line.done, line.total)
    else if (line.type === 'result') return line.data
    else throw new ServiceError(line)
  }
  throw new NetworkError('The response ended before the import.')
}

/** Yields the lines of a response. @throws NetworkError if the connection is lost */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<ImportLine> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new NetworkError(String(error))
    })
    if (done) return
    const lines = (text + value).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ImportLine
  }
}
