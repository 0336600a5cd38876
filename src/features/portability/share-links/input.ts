import { badUserInputAt } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { CreateLinkDraft, ShareSubject } from './models.js'

/** @throws AppError BAD_USER_INPUT */
export function readLink(draft: CreateLinkDraft) {
  const subject = inputReader(draft.subject, 'input.subject')
  const [programId, routineId, workoutId] = [
    subject.id('programId'),
    subject.id('routineId'),
    subject.id('workoutId'),
  ]
  const subjects = [
    { kind: 'PROGRAM' as const, id: programId },
    { kind: 'ROUTINE' as const, id: routineId },
    { kind: 'WORKOUT' as const, id: workoutId },
  ].flatMap(({ kind, id }): ShareSubject[] => (id ? [{ kind, id }] : []))
  const [only] = subjects
  if (!only) throw badUserInputAt('input.subject', 'must name a program, a routine or a workout.')
  return {
    id: inputReader(draft, 'input').id('id'),
    subject: only,
    expiresAt: draft.expiresAt ?? null,
  }
}
