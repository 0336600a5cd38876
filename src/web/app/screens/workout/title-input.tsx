import type { JSX } from 'preact'
import { useDraft } from '../../components/use-draft.js'
import { t } from '../../i18n.js'

interface Props {
  /** Null for a workout without a title. */
  title: string | null
  onChange(title: string | null): void
}

/** The heading of a workout, in which its title is edited. */
export function TitleInput({ title, onChange }: Props): JSX.Element {
  const input = useDraft<HTMLInputElement>(title ?? '')
  return (
    <h1>
      <input
        ref={input}
        class="title-input"
        aria-label={t('workout.title')}
        placeholder={t('workout')}
        defaultValue={title ?? ''}
        maxLength={200}
        onChange={event => onChange(event.currentTarget.value.trim() || null)}
      />
    </h1>
  )
}
