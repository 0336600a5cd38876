import type { JSX } from 'preact'
import { t } from '../i18n.js'
import { isWithAbove } from '../training/plan.js'

interface Props {
  exercises: Parameters<typeof isWithAbove>[0]
  at: number
}

/** Says that an exercise is in a superset with the one above; nothing if it is not. */
export const SupersetChip = ({ exercises, at }: Props): JSX.Element | null =>
  isWithAbove(exercises, at) ? (
    <p class="chips">
      <span class="chip strong">{t('plan.superset')}</span>
    </p>
  ) : null
