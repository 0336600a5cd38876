import type { JSX } from 'preact'
import type { EnrollmentSetupQuery, StartingLoadInput } from '../../../../generated/operations/web-app.js'
import { weightUnit } from '../data/account.js'
import { exerciseName } from '../data/catalogue.js'
import { numberText, parseNumber, t } from '../i18n.js'
import { convert } from '../training/units.js'
import { unitText } from './figures.js'
import { formText } from './form-text.js'
import { Form } from './form.js'
import { Sheet } from './sheet.js'

export type SetupItem = NonNullable<EnrollmentSetupQuery['enrollmentSetup']>[number]

interface Props {
  items: readonly SetupItem[]
  onStart(loads: StartingLoadInput[]): void
  onClose(): void
}

/** Asks for the load of each exercise whose program needs one. An empty field leaves it to the program. */
export function StartingLoads({ items, onStart, onClose }: Props): JSX.Element {
  const unit = weightUnit.value

  function start(form: FormData): void {
    onStart(
      items.flatMap(({ exerciseId }) => {
        const value = parseNumber(formText(form, exerciseId))
        return value === null ? [] : [{ exerciseId, load: { value, unit } }]
      }),
    )
  }

  return (
    <Sheet title={t('loads.title')} onClose={onClose} tall>
      <p class="faint">{t('loads.text')}</p>
      <Form class="form" onSubmit={start}>
        {items.map(({ exerciseId, exercise, needs, suggestion, source }) => (
          <label key={exerciseId}>
            <span>
              <strong>{exercise?.name ?? exerciseName(exerciseId)}</strong>{' '}
              <span class="faint">{`${t(`loads.${needs}`)} (${unitText(unit)})`}</span>
            </span>
            <input
              name={exerciseId}
              inputMode="decimal"
              autocomplete="off"
              // A comma is accepted, too.
              pattern="\s*\d*[.,]?\d*\s*"
              defaultValue={suggestion ? numberText(convert(suggestion, unit), 1) : ''}
            />
            {suggestion && <span class="faint">{t(`loads.${source}`)}</span>}
          </label>
        ))}
        <button class="button wide">{t('programs.enroll')}</button>
      </Form>
    </Sheet>
  )
}
