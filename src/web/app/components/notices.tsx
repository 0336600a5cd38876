import type { JSX } from 'preact'
import { CircleAlert, CloudOff, RefreshCw } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { unsentIds } from '../data/records.js'
import { refusedWrites } from '../data/refused-writes.js'
import { connection, syncError, synchronize, write } from '../data/synchronization.js'
import { plural, t, type TextKey } from '../i18n.js'

const conflictTexts: Readonly<Partial<Record<string, TextKey>>> = {
  ACTIVE: 'problem.active',
  DELETED: 'problem.deleted',
  VERSION: 'problem.version',
}

/** Says whether the device is offline, what waits to be sent, and which writes were refused. */
export function Notices(): JSX.Element {
  const count = unsentIds.value.size
  return (
    <div class="notices" role="status">
      {connection.value === 'offline' && (
        <p class="notice">
          <Icon of={CloudOff} size={18} />
          <span>
            {count > 0 ? t('offline.waiting', { changes: plural('changes', count) }) : t('offline')}
          </span>
        </p>
      )}
      {syncError.value !== null && (
        <p class="notice bad">
          <Icon of={CircleAlert} size={18} /> <span>{syncError.value}</span>
          <button type="button" class="link" onClick={() => void synchronize()}>
            <Icon of={RefreshCw} size={16} /> {t('tryAgain')}
          </button>
        </p>
      )}
      {refusedWrites.value.map(({ key, operations, result, resolve }) => {
        const { status, conflict, error } = result
        const last = operations.at(-1)
        // A day has one measurement. The result contains the other one of the day.
        const sameDay = last && 'saveMeasurement' in last && conflict === 'ACTIVE' ? result.record : null
        const isProgram = last && conflict === 'ACTIVE' && ('enroll' in last || 'resumeEnrollment' in last)
        const conflictText = sameDay
          ? 'problem.sameDay'
          : isProgram
            ? 'problem.activeProgram'
            : conflictTexts[conflict ?? '']
        const text =
          status === 'REFUSED'
            ? t('problem.refused', { message: error?.message ?? '' })
            : t(conflictText ?? 'problem.other')
        const hasOther = conflict === 'VERSION' || conflict === 'ACTIVE'
        return (
          <div class="notice bad" key={key}>
            <Icon of={CircleAlert} size={18} /> <span>{text}</span>
            {last && hasOther && (
              <button
                type="button"
                class="link"
                onClick={() => void write(onCurrent(last, sameDay?.id)).then(resolve)}
              >
                {t('problem.useMine')}
              </button>
            )}
            <button type="button" class="link" onClick={() => void resolve()}>
              {t(hasOther ? 'problem.dismiss' : 'problem.discard')}
            </button>
          </div>
        )
      })}
    </div>
  )
}

/** Applies a write to the record that the service has now. The client adds its version. */
function onCurrent(
  operation: Readonly<Record<string, object>>,
  id?: string,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(operation).map(([name, input]) => {
      const { expectedVersion: _, ...rest } = input as { expectedVersion?: number }
      return [name, id === undefined ? rest : { ...rest, id }]
    }),
  )
}
