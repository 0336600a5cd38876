import type { JSX } from 'preact'
import { CheckField, Checks, NumberField, Select } from '../../components/fields.js'
import { nameOf, namesOf, t } from '../../i18n.js'
import {
  categories,
  deltoids,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
} from '../../values.js'
import type { ExerciseDraft } from './exercise-draft.js'

interface Props {
  exercise: ExerciseDraft
  onChange(changes: Partial<ExerciseDraft>): void
}

interface PropertiesProps extends Props {
  /** Some properties cannot be changed later. */
  isNew: boolean
}

/** The properties of an exercise that do not depend on a language. */
export const ExerciseProperties = ({ exercise, isNew, onChange }: PropertiesProps): JSX.Element => (
  <section class="card fields">
    <h2>{t('exercise.properties')}</h2>
    {isNew && (
      <label>
        <span>{t('exercise.slug')}</span>
        <input
          required
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          maxLength={100}
          placeholder="barbell-bench-press"
          value={exercise.slug}
          onInput={event => onChange({ slug: event.currentTarget.value })}
        />
      </label>
    )}
    <Classification exercise={exercise} onChange={onChange} />
    <MusclesAndEquipment exercise={exercise} onChange={onChange} />
    <div class="pair">
      <Select
        label={t('exercise.trackingType')}
        value={exercise.trackingType}
        disabled={!isNew}
        options={namesOf('trackingType', trackingTypes)}
        onChange={trackingType => onChange({ trackingType: trackingType ?? 'WEIGHT_REPS' })}
      />
      <NumberField
        label={t('exercise.bodyweightShare')}
        {...{ min: 0, max: 1, step: 0.01 }}
        disabled={!isNew}
        value={exercise.bodyweightShare}
        onChange={bodyweightShare => onChange({ bodyweightShare })}
      />
    </div>
    <CheckField
      label={t('exercise.isUnilateral')}
      checked={exercise.isUnilateral}
      onChange={isUnilateral => onChange({ isUnilateral })}
    />
    <label>
      <span>{t('exercise.videoUrl')}</span>
      <input
        type="url"
        pattern="https://.*"
        placeholder="https://"
        value={exercise.videoUrl ?? ''}
        onInput={({ currentTarget: { value } }) => onChange({ videoUrl: value === '' ? null : value })}
      />
    </label>
  </section>
)

const Classification = ({ exercise, onChange }: Props): JSX.Element => (
  <div class="pair">
    <Select
      label={t('exercise.category')}
      value={exercise.category}
      options={namesOf('category', categories)}
      onChange={category => onChange({ category: category ?? 'STRENGTH' })}
    />
    <Select
      label={t('exercise.level')}
      value={exercise.level}
      options={levels.map(level => [level, nameOf('level', level)] as const)}
      onChange={level => onChange({ level: level ?? 'BEGINNER' })}
    />
    <Select
      label={t('exercise.force')}
      none={t('none')}
      value={exercise.force}
      options={namesOf('force', forces)}
      onChange={force => onChange({ force })}
    />
    <Select
      label={t('exercise.mechanic')}
      none={t('none')}
      value={exercise.mechanic}
      options={namesOf('mechanic', mechanics)}
      onChange={mechanic => onChange({ mechanic })}
    />
  </div>
)

const MusclesAndEquipment = ({ exercise, onChange }: Props): JSX.Element => (
  <>
    <Checks
      label={t('exercise.primaryMuscles')}
      values={exercise.primaryMuscles}
      options={namesOf('muscle', muscles)}
      onChange={primaryMuscles => onChange({ primaryMuscles })}
    />
    <Checks
      label={t('exercise.secondaryMuscles')}
      values={exercise.secondaryMuscles}
      options={namesOf('muscle', muscles)}
      onChange={secondaryMuscles => onChange({ secondaryMuscles })}
    />
    <Checks
      label={t('exercise.deltoids')}
      values={exercise.deltoids}
      options={namesOf('deltoid', deltoids)}
      onChange={values => onChange({ deltoids: values })}
    />
    <Checks
      label={t('equipment')}
      values={exercise.equipment}
      options={namesOf('equipment', equipment)}
      onChange={values => onChange({ equipment: values })}
    />
  </>
)
