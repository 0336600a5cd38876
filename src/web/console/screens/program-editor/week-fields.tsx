import type { JSX } from 'preact'
import { Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { moveItem } from '../../../shared/move-item.js'
import { CheckField, TextField } from '../../components/fields.js'
import { t } from '../../i18n.js'
import { DayFields } from './day-fields.js'
import { ItemButtons } from './item-buttons.js'
import { emptyDay, type Day, type Week } from './program-draft.js'

/** The most days that the service accepts. */
const maxDays = 7

interface Props {
  week: Week
  onChange(week: Week): void
}

/** A week of a program, with its days. */
export function WeekFields({ week, onChange }: Props): JSX.Element {
  const { days } = week
  const setDays = (changed: Day[]) => onChange({ ...week, days: changed })
  return (
    <>
      <section class="card fields">
        <div class="pair">
          <TextField
            label={t('programEditor.week.label')}
            maxLength={100}
            value={week.label}
            onChange={label => onChange({ ...week, label })}
          />
          <CheckField
            label={t('programEditor.week.isDeload')}
            checked={week.isDeload}
            onChange={isDeload => onChange({ ...week, isDeload })}
          />
        </div>
      </section>
      {days.map((day, index) => (
        <section class="card fields" key={index} aria-label={day.name}>
          <DayFields day={day} onChange={changed => setDays(days.with(index, changed))}>
            <ItemButtons
              name={day.name}
              index={index}
              count={days.length}
              canRemove={days.length > 1}
              onMove={to => setDays(moveItem(days, index, to))}
              onRemove={() => setDays(days.toSpliced(index, 1))}
            />
          </DayFields>
        </section>
      ))}
      {days.length < maxDays && (
        <button
          type="button"
          class="button quiet more"
          onClick={() => setDays([...days, emptyDay(days.length + 1)])}
        >
          <Icon of={Plus} size={16} /> {t('programEditor.day.add')}
        </button>
      )}
    </>
  )
}
