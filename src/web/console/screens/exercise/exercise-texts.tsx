import type { JSX } from 'preact'
import { languageNames, locales } from '../../../shared/locales.js'
import { toLines } from '../../../shared/to-lines.js'
import { t } from '../../i18n.js'
import type { ExerciseDraft } from './exercise-draft.js'

interface Props {
  translations: ExerciseDraft['translations']
  onChange(translations: ExerciseDraft['translations']): void
}

/** The name, aliases and instructions of an exercise in each language. */
export function ExerciseTexts({ translations, onChange }: Props): JSX.Element {
  return (
    <section class="card fields">
      <h2>{t('exercise.texts')}</h2>
      {locales.map(locale => {
        const texts = translations.find(one => one.locale === locale)
        const { name = '', aliases = [], instructions = [] } = texts ?? {}
        const change = (changes: Partial<ExerciseDraft['translations'][number]>) =>
          onChange([
            ...translations.filter(one => one.locale !== locale),
            { locale, name, aliases, instructions, ...changes },
          ])
        return (
          <details key={locale} open={locale === 'en'} class="language">
            <summary>
              <span>{languageNames[locale]}</span>
              <small>{name === '' ? t('exercise.untranslated') : name}</small>
            </summary>
            <label>
              <span>{t('name')}</span>
              <input
                required={locale === 'en' || aliases.length + instructions.length > 0}
                maxLength={100}
                value={name}
                onInput={event => change({ name: event.currentTarget.value })}
              />
            </label>
            <label>
              <span>{t('exercise.aliases')}</span>
              <textarea
                rows={2}
                defaultValue={aliases.join('\n')}
                onChange={event => change({ aliases: toLines(event.currentTarget.value) })}
              />
            </label>
            <label>
              <span>{t('exercise.instructions')}</span>
              <textarea
                rows={5}
                defaultValue={instructions.join('\n')}
                onChange={event => change({ instructions: toLines(event.currentTarget.value) })}
              />
            </label>
          </details>
        )
      })}
    </section>
  )
}
