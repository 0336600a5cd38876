import type { JSX } from 'preact'
import { formatDuration, t } from '../i18n.js'
import { Select } from './fields.js'

/** The rests that can be chosen, in seconds. */
const rests = [0, 30, 45, 60, 90, 120, 150, 180, 240, 300]

const restText = (seconds: number): string => (seconds === 0 ? t('rest.none') : formatDuration(seconds))

interface Props<Seconds> {
  seconds: Seconds
  label?: string
  /** Choices before the usual ones. */
  others?: readonly (readonly [seconds: Seconds, text: string])[]
  onChange(seconds: Seconds | number): void
}

/** Asks for the rest after each set of an exercise. */
export function RestSelect<Seconds extends number | null>(props: Props<Seconds>): JSX.Element {
  const { seconds, label = t('rest.after'), others = [], onChange } = props
  const usual = seconds === null || rests.includes(seconds) ? rests : [...rests, seconds]
  return (
    <Select<Seconds | number>
      label={label}
      value={seconds}
      options={[...others, ...usual.map(one => [one, restText(one)] as const)]}
      onChange={onChange}
    />
  )
}
