import type { JSX } from 'preact'
import { Trash } from 'lucide'
import { TextField, Toggle } from '../../components/fields.js'
import { MoveButtons } from '../../components/move-buttons.js'
import { PlanEditor } from '../../components/plan/plan-editor.js'
import { RoundButton } from '../../components/round-button.js'
import { t } from '../../i18n.js'
import type { ProgramDay } from '../../training/programs.js'

interface Props {
  day: ProgramDay
  /** The position of the day in the week. */
  at: number
  /** The number of days of the week. */
  count: number
  edit(change: (day: ProgramDay) => ProgramDay): void
  onMove(to: number): void
  onRemove(): void
}

/** A day of a program, with its exercises. */
export function DayEditor({ day, at, count, edit, onMove, onRemove }: Props): JSX.Element {
  const label = t('programs.day', { number: at + 1 })
  return (
    <section aria-label={label}>
      <h2 class="group">
        <span>{label}</span>
        <span class="row">
          <MoveButtons name={label} at={at} count={count} onMove={onMove} />
          <RoundButton
            icon={Trash}
            label={`${label}: ${t('programs.removeDay')}`}
            disabled={count === 1}
            onClick={onRemove}
          />
        </span>
      </h2>
      <div class="card form">
        <TextField
          label={t('programs.dayName')}
          value={day.name}
          maxLength={100}
          onChange={name => edit(one => ({ ...one, name }))}
        />
        <Toggle
          label={t('programs.rest')}
          checked={day.isRest}
          // A rest day has no exercises.
          disabled={day.exercises.length > 0}
          onChange={isRest => edit(one => ({ ...one, isRest }))}
        />
      </div>
      {!day.isRest && (
        <PlanEditor
          exercises={day.exercises}
          hasProgression
          edit={change => edit(one => ({ ...one, exercises: change(one.exercises) }))}
        />
      )}
    </section>
  )
}
