import type { JSX } from 'preact'
import { Plus } from 'lucide'
import type { WeightUnit } from '../../../../../generated/operations/web-app.js'
import { Icon } from '../../../shared/icon.js'
import { unitText } from '../../components/figures.js'
import { parseNumber, t } from '../../i18n.js'
import type { Gym } from '../../training/gyms.js'
import { WeightInput } from './weight-input.js'

type Plates = Gym['plates'][number]

interface Props {
  plates: readonly Plates[]
  /** The unit of new plates. */
  unit: WeightUnit
  onChange(plates: Plates[]): void
}

/** The plates of a gym: a row with the weight and the number of each. */
export const PlateFields = ({ plates, unit, onChange }: Props): JSX.Element => (
  <fieldset class="rows">
    <legend>{t('gyms.plates')}</legend>
    {plates.map((plate, at) => (
      <div class="row" key={at}>
        <WeightInput
          label={t('gyms.plateWeight', { number: at + 1, unit: unitText(plate.load.unit) })}
          value={plate.load.value}
          onChange={value => onChange(plates.with(at, { ...plate, load: { ...plate.load, value } }))}
        />
        <span class="faint">{unitText(plate.load.unit)} ×</span>
        <input
          class="quantity"
          aria-label={t('gyms.plateCount', { number: at + 1 })}
          inputMode="numeric"
          defaultValue={String(plate.count)}
          onInput={event =>
            onChange(plates.with(at, { ...plate, count: parseNumber(event.currentTarget.value) ?? 0 }))
          }
        />
      </div>
    ))}
    <span class="row">
      <button
        type="button"
        class="link"
        onClick={() => onChange([...plates, { load: { value: 0, unit }, count: 2 }])}
      >
        <Icon of={Plus} size={18} /> {t('gyms.addPlates')}
      </button>
      {plates.length > 0 && (
        <button type="button" class="link" onClick={() => onChange(plates.slice(0, -1))}>
          {t('set.remove')}
        </button>
      )}
    </span>
  </fieldset>
)
