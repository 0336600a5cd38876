import type { JSX } from 'preact'
import { Select, TextField } from '../../components/fields.js'
import { nameOf, namesOf, t } from '../../i18n.js'
import { goals, levels, workoutSplits } from '../../values.js'
import type { ProgramDraft } from './program-draft.js'

interface Props {
  program: ProgramDraft
  onChange(changes: Partial<ProgramDraft>): void
}

/** The properties of a whole program. */
export const ProgramFields = ({ program, onChange }: Props): JSX.Element => (
  <section class="card fields">
    <h2>{t('exercise.properties')}</h2>
    <TextField
      label={t('programEditor.title')}
      required
      maxLength={200}
      value={program.title}
      onChange={title => onChange({ title: title ?? '' })}
    />
    <label>
      <span>{t('programEditor.description')}</span>
      <textarea
        rows={4}
        maxLength={2000}
        value={program.description ?? ''}
        onInput={({ currentTarget: { value } }) => onChange({ description: value === '' ? null : value })}
      />
    </label>
    <div class="pair">
      <Select
        label={t('exercise.level')}
        none={t('none')}
        value={program.programLevel}
        options={levels.map(level => [level, nameOf('level', level)] as const)}
        onChange={programLevel => onChange({ programLevel })}
      />
      <Select
        label={t('programEditor.goal')}
        none={t('none')}
        value={program.goal}
        options={namesOf('goal', goals)}
        onChange={goal => onChange({ goal })}
      />
      <Select
        label={t('programEditor.split')}
        none={t('none')}
        value={program.workoutSplit}
        options={namesOf('split', workoutSplits)}
        onChange={workoutSplit => onChange({ workoutSplit })}
      />
    </div>
  </section>
)
