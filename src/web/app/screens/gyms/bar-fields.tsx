import type { JSX } from 'preact'
import { Plus, X } from 'lucide'
import type { WeightUnit } from '../../../../../generated/operations/web-app.js'
import { Icon } from '../../../shared/icon.js'
import { unitText } from '../../components/figures.js'
import { RoundButton } from '../../components/round-button.js'
import { t } from '../../i18n.js'
import type { Gym } from '../../training/gyms.js'
import { WeightInput } from './weight-input.js'

type Bar = Gym['bars'][number]

interface Props {
  bars: readonly Bar[]
  /** The unit of new bars. */
  unit: WeightUnit
  onChange(bars: Bar[]): void
}

/** The bars of a gym: a row with the name and the weight of each. */
export const BarFields = ({ bars, unit, onChange }: Props): JSX.Element => (
  <fieldset class="rows">
    <legend>{t('gyms.bars')}</legend>
    {bars.map((bar, at) => (
      <div class="row" key={at}>
        <input
          aria-label={t('gyms.barName', { number: at + 1 })}
          maxLength={100}
          value={bar.name}
          onInput={event => onChange(bars.with(at, { ...bar, name: event.currentTarget.value }))}
        />
        <WeightInput
          label={t('gyms.barWeight', { number: at + 1, unit: unitText(bar.load.unit) })}
          value={bar.load.value}
          onChange={value => onChange(bars.with(at, { ...bar, load: { ...bar.load, value } }))}
        />
        <span class="faint">{unitText(bar.load.unit)}</span>
        <RoundButton
          icon={X}
          label={t('gyms.removeBar', { number: at + 1 })}
          onClick={() => onChange(bars.toSpliced(at, 1))}
        />
      </div>
    ))}
    <button
      type="button"
      class="link"
      onClick={() => onChange([...bars, { name: t('plates.bar'), load: { value: 0, unit } }])}
    >
      <Icon of={Plus} size={18} /> {t('gyms.addBar')}
    </button>
  </fieldset>
)
