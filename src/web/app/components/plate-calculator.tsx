import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { weightUnit } from '../data/account.js'
import { chosenGymId, currentGym, gyms } from '../data/gyms.js'
import { formatNumber, numberText, parseNumber, t } from '../i18n.js'
import { barsOf, platesOf } from '../training/gyms.js'
import { loadBar } from '../training/plates.js'
import { convert } from '../training/units.js'
import { Choice, Select, TextField } from './fields.js'
import { Sheet } from './sheet.js'

interface Props {
  /** The weight to begin with, in the unit of the user; null for that of the bar. */
  load: number | null
  onClose(): void
}

/** Shows which plates belong on each side of a bar. */
export function PlateCalculator({ load, onClose }: Props): JSX.Element {
  const gym = currentGym.value
  // The plates of a gym have the unit of the gym.
  const unit = gym?.unit ?? weightUnit.value
  const bars = barsOf(gym, unit)
  const [chosenBar, setBar] = useState<number | null>(null)
  const bar = bars.find(weight => weight === chosenBar) ?? bars[0] ?? 0
  const [text, setText] = useState(
    numberText(load === null ? bar : convert({ value: load, unit: weightUnit.value }, unit), 2),
  )
  const { side, total } = loadBar(parseNumber(text) ?? bar, bar, platesOf(gym, unit))
  const label = unit.toLowerCase()
  const counts = [...new Set(side)].map(
    plate => [plate, side.filter(other => other === plate).length] as const,
  )
  return (
    <Sheet title={t('plates')} onClose={onClose}>
      <TextField
        label={t('plates.weight', { unit: label })}
        inputMode="decimal"
        value={text}
        onChange={setText}
      />
      <Choice
        label={t('plates.bar')}
        options={bars.map(weight => [weight, `${formatNumber(weight)} ${label}`])}
        value={bar}
        onChange={setBar}
      />
      {gyms.value.length > 1 && (
        <Select
          label={t('gym')}
          value={gym?.id ?? ''}
          options={gyms.value.map(({ id, name }) => [id, name])}
          onChange={id => (chosenGymId.value = id)}
        />
      )}
      <div class="bar" aria-hidden="true">
        <span class="sleeve" />
        {side.map((plate, at) => (
          <span key={at} class={`plate plate-${String(plate).replace('.', '-')} ${label}`}>
            {formatNumber(plate)}
          </span>
        ))}
        <span class="sleeve" />
      </div>
      <p role="status">
        {counts.length > 0
          ? t('plates.side', {
              plates: counts.map(([plate, count]) => `${count} × ${formatNumber(plate)}`).join(', '),
            })
          : t('plates.barOnly')}
        {total !== parseNumber(text) && (
          <span class="faint"> {t('plates.total', { total, unit: label })}</span>
        )}
      </p>
      <a class="link" href={gym ? `#/gyms/${gym.id}` : '#/gyms'}>
        {gym ? t('plates.gym', { gym: gym.name }) : t('plates.noGym')}
      </a>
    </Sheet>
  )
}
