import type { JSX } from 'preact'
import type { Level } from '../../../../../generated/operations/web-app.js'
import { Select } from '../../components/fields.js'
import { nameOf, t } from '../../i18n.js'
import type { ProgramDraft } from '../../training/programs.js'

const levels: readonly Level[] = ['BEGINNER', 'INTERMEDIATE', 'EXPERT']

interface Props {
  program: ProgramDraft
  onChange(changes: Partial<ProgramDraft>): void
}

/** The fields of a whole program. */
export const ProgramFields = ({ program, onChange }: Props): JSX.Element => (
  <>
    <label>
      {t('programs.description')}
      <textarea
        rows={2}
        maxLength={2000}
        value={program.description ?? ''}
        onInput={event => onChange({ description: event.currentTarget.value || null })}
      />
    </label>
    <Select
      label={t('programs.level')}
      value={program.level ?? null}
      options={[
        [null, t('programs.anyLevel')],
        ...levels.map(level => [level, nameOf('level', level)] as const),
      ]}
      onChange={level => onChange({ level })}
    />
  </>
)
