import { inputReader } from '../../../lib/input-reader.js'
import type { SaveWrite } from '../../owned/models.js'
import type { PauseContent, PauseDraft } from './models.js'

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readPause(draft: PauseDraft, path: string): SaveWrite<PauseContent> {
  const { from, to, reason } = draft
  return {
    id: inputReader(draft, path).id('id'),
    expectedVersion: draft.expectedVersion ?? null,
    content: { from, to, reason },
    path,
  }
}
