import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { ProgressPose } from '../../../../../generated/operations/web-app.js'
import { newId, ServiceError } from '../../../../client/index.js'
import { Choice, DateField } from '../../components/fields.js'
import { FormCard } from '../../components/form-card.js'
import { useAction } from '../../components/use-action.js'
import { uploadPhoto } from '../../data/photos.js'
import { isoDate } from '../../data/preferences.js'
import { describe } from '../../errors.js'
import { nameOf, t } from '../../i18n.js'

const poses: readonly ProgressPose[] = ['FRONT', 'SIDE', 'BACK']

const uploadErrors = {
  EMPTY_FILE: 'import.error.empty',
  FILE_TOO_LARGE: 'photos.error.tooLarge',
  UNSUPPORTED_MEDIA_TYPE: 'photos.error.type',
} as const

function describeUpload(error: unknown): string {
  if (error instanceof ServiceError && error.code in uploadErrors)
    return t(uploadErrors[error.code as keyof typeof uploadErrors])
  return describe(error)
}

export function PhotoUpload({ onUploaded }: { onUploaded(): void }): JSX.Element {
  const today = isoDate(new Date())
  const [id, setId] = useState(newId)
  const [pose, setPose] = useState<ProgressPose>('FRONT')
  const [date, setDate] = useState(today)
  const { error, isBusy, setError, run } = useAction(describeUpload)
  const input = useRef<HTMLInputElement>(null)

  async function upload(): Promise<void> {
    const file = input.current?.files?.[0]
    if (!file || date === '' || date > today) {
      setError(t(file ? 'error.futureDate' : 'photos.chooseFile'))
      return
    }
    await run(async () => {
      await uploadPhoto({ id, file, pose, date })
      setId(newId())
      if (input.current) input.current.value = ''
      onUploaded()
    })
  }

  return (
    <FormCard error={error} action={t('photos.upload')} isBusy={isBusy} onSubmit={upload}>
      <label>
        {t('photos.file')}
        <input
          ref={input}
          type="file"
          accept="image/*"
          // Another photo is another record.
          onChange={() => setId(newId())}
        />
      </label>
      <Choice
        label={t('photos.pose')}
        options={poses.map(one => [one, nameOf('pose', one)])}
        value={pose}
        onChange={setPose}
      />
      <DateField label={t('date')} max={today} value={date} onChange={setDate} />
    </FormCard>
  )
}
