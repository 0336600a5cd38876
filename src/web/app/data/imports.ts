import {
  ImportProgressedDocument,
  type ImportProgressedSubscription,
  type WeightUnit,
} from '../../../../generated/operations/web-app.js'
import type { Client } from '../../../client/index.js'
import { client, postForm } from './client.js'

export type WorkoutImport = NonNullable<ImportProgressedSubscription['importProgressed']>
type DistanceUnit = 'KM' | 'MI'

/** What the service cannot read from a file without units and time zones. */
export interface ImportOptions {
  weightUnit: WeightUnit
  distanceUnit: DistanceUnit
  timezone: string
}

/** The exercise that the user has chosen for a name in the file. */
interface Mapping {
  name: string
  exerciseId: string
}

/** @returns the identifier of the import @throws NetworkError, ServiceError */
async function startImport(
  file: File,
  options: ImportOptions,
  mapping: readonly Mapping[],
  dryRun: boolean,
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options)) form.append(name, value as string)
  form.append('mapping', JSON.stringify(mapping))
  form.append('dryRun', String(dryRun))
  form.append('file', file)
  const { id } = (await postForm('/api/imports/workouts', form)) as { id: string }
  return id
}

/** Resolves when the import has ended, with its result. @throws NetworkError, ServiceError */
const waitForResult = (id: string, onProgress: (progress: WorkoutImport) => void): Promise<WorkoutImport> =>
  new Promise((resolve, reject) => {
    const stop: ReturnType<Client['subscribe']> = client.subscribe(
      ImportProgressedDocument,
      { id },
      {
        next({ importProgressed }) {
          if (!importProgressed) return
          onProgress(importProgressed)
          if (importProgressed.importStatus !== 'COMPLETED' && importProgressed.importStatus !== 'FAILED')
            return
          stop()
          resolve(importProgressed)
        },
        error: reject,
      },
    )
  })

/** Reads a file without writing anything. @throws NetworkError, ServiceError */
export const previewImport = async (file: File, options: ImportOptions): Promise<WorkoutImport> =>
  waitForResult(await startImport(file, options, [], true), () => undefined)

/** Imports a file. @throws NetworkError, ServiceError */
export async function runImport(
  file: File,
  options: ImportOptions,
  mapping: readonly Mapping[],
  onProgress: (progress: WorkoutImport) => void,
): Promise<WorkoutImport> {
  return waitForResult(await startImport(file, options, mapping, false), onProgress)
}
