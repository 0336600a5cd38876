import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Choice } from '../../components/fields.js'
import { Form } from '../../components/form.js'
import { TimezoneSelect, WeightUnitChoice } from '../../components/preference-fields.js'
import { weightUnit } from '../../data/account.js'
import type { ImportOptions } from '../../data/imports.js'
import { timezone } from '../../data/preferences.js'
import { t } from '../../i18n.js'

interface Props {
  onRead(file: File, options: ImportOptions): void
}

/** Asks for the file, and for what cannot be read from it. */
export function ImportForm({ onRead }: Props): JSX.Element {
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<ImportOptions>({
    ...{ weightUnit: weightUnit.value, timezone: timezone.value },
    distanceUnit: weightUnit.value === 'KG' ? 'KM' : 'MI',
  })
  return (
    <Form
      class="card form"
      onSubmit={() => {
        if (file) onRead(file, options)
      }}
    >
      <p>{t('import.text')}</p>
      <label>
        {t('import.file')}
        <input
          type="file"
          accept=".csv,.json,.gz,text/csv,application/json"
          required
          onChange={event => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </label>
      <p class="faint">{t('import.optionsText')}</p>
      <WeightUnitChoice
        value={options.weightUnit}
        onChange={unit => setOptions({ ...options, weightUnit: unit })}
      />
      <Choice
        label={t('import.distances')}
        options={[
          ['KM', t('import.distances.KM')],
          ['MI', t('import.distances.MI')],
        ]}
        value={options.distanceUnit}
        onChange={unit => setOptions({ ...options, distanceUnit: unit })}
      />
      <TimezoneSelect
        value={options.timezone}
        onChange={zone => setOptions({ ...options, timezone: zone })}
      />
      <button class="button wide" disabled={!file}>
        {t('import.preview')}
      </button>
    </Form>
  )
}
