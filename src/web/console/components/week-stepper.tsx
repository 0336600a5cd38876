import type { ComponentChildren, JSX } from 'preact'
import { ChevronLeft, ChevronRight } from 'lucide'
import { t } from '../i18n.js'
import { IconButton } from './buttons.js'

interface Props {
  /** The number of the week that is shown, starting at 1. */
  week: number
  /** The number of weeks of the program. */
  count: number
  /** A text after the number of the week. */
  note?: string | false | undefined
  onChange(week: number): void
  /** What the user can do with the week. */
  children?: ComponentChildren
}

/** Shows which week of a program is shown, and goes to the one before and after. */
export const WeekStepper = ({ week, count, note, onChange, children }: Props): JSX.Element => (
  <div class="stepper">
    <IconButton
      icon={ChevronLeft}
      size={20}
      label={t('program.previousWeek')}
      disabled={week === 1}
      onClick={() => onChange(week - 1)}
    />
    <h2 aria-live="polite">
      {t('program.week', { number: week, count })}
      {note && ` · ${note}`}
    </h2>
    <IconButton
      icon={ChevronRight}
      size={20}
      label={t('program.nextWeek')}
      disabled={week >= count}
      onClick={() => onChange(week + 1)}
    />
    {children}
  </div>
)
