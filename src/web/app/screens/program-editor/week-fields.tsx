import type { JSX } from 'preact'
import { Copy, Trash } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { Select, Toggle } from '../../components/fields.js'
import { t } from '../../i18n.js'
import { copyWeek, type ProgramWeek } from '../../training/programs.js'

/** The most weeks of a program that the service accepts. */
const maxWeeks = 52

interface Props {
  weeks: readonly ProgramWeek[]
  /** The position of the week that is shown. */
  at: number
  onSelect(at: number): void
  edit(change: (weeks: ProgramWeek[]) => ProgramWeek[]): void
}

/** Chooses the week that is shown, and edits, copies or removes it. */
export function WeekFields({ weeks, at, onSelect, edit }: Props): JSX.Element {
  const week = weeks[at]
  return (
    <>
      <Select
        label={t('programs.week')}
        value={at}
        options={weeks.map(({ label }, index) => [index, label ?? t('home.week', { week: index + 1 })])}
        onChange={onSelect}
      />
      {week && (
        <Toggle
          label={t('programs.deload')}
          checked={week.isDeload}
          onChange={isDeload =>
            edit(current => current.map((one, index) => (index === at ? { ...one, isDeload } : one)))
          }
        />
      )}
      <div class="row">
        {week && weeks.length < maxWeeks && (
          <button
            type="button"
            class="link"
            onClick={() => {
              edit(current => current.toSpliced(at + 1, 0, copyWeek(week)))
              onSelect(at + 1)
            }}
          >
            <Icon of={Copy} size={18} /> {t('programs.copyWeek')}
          </button>
        )}
        {weeks.length > 1 && (
          <button
            type="button"
            class="link danger"
            onClick={() => {
              edit(current => current.toSpliced(at, 1))
              onSelect(Math.max(0, at - 1))
            }}
          >
            <Icon of={Trash} size={18} /> {t('programs.removeWeek')}
          </button>
        )}
      </div>
    </>
  )
}
