import type { JSX } from 'preact'
import { t } from '../i18n.js'
import { useDraft } from './use-draft.js'

interface Props {
  notes: string | null
  /** Called when the user leaves the field. Null for an empty text. */
  onChange(notes: string | null): void
}

/** The notes of a workout or of one of its exercises. */
export function NotesField({ notes, onChange }: Props): JSX.Element {
  const field = useDraft<HTMLTextAreaElement>(notes ?? '')
  return (
    <label>
      {t('notes')}
      <textarea
        ref={field}
        rows={2}
        maxLength={5000}
        defaultValue={notes ?? ''}
        onChange={event => onChange(event.currentTarget.value.trim() || null)}
      />
    </label>
  )
}
