import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide'
import { moveItem } from '../../../shared/move-item.js'
import { IconButton, UploadButton } from '../../components/buttons.js'
import { Problem } from '../../components/query.js'
import { uploadImage } from '../../exercise-images.js'
import { t } from '../../i18n.js'
import { localPath } from '../../local-path.js'
import type { ExerciseDraft } from './exercise-draft.js'

/** The most pictures that the service accepts. */
const maxImages = 10

interface Props {
  images: ExerciseDraft['images']
  onChange(images: ExerciseDraft['images']): void
}

/** The pictures of an exercise, in the order in which they are shown. */
export function ExerciseImages({ images, onChange }: Props): JSX.Element {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function add(file: File): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      const assetId = await uploadImage(file)
      // The position is that in the list when the exercise is saved.
      onChange([...images, { assetId, position: images.length, url: thumbnailUrl(assetId) }])
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  return (
    <section class="card fields">
      <h2>{t('exercise.images')}</h2>
      {error !== null && <Problem error={error} />}
      <ul class="pictures">
        {images.map(({ assetId, url }, index) => (
          <li key={assetId}>
            <img src={localPath(url)} alt={t('exercise.image', { number: index + 1 })} />
            <div>
              <IconButton
                icon={ArrowLeft}
                label={t('exercise.image.earlier', { number: index + 1 })}
                disabled={index === 0}
                onClick={() => onChange(moveItem(images, index, index - 1))}
              />
              <IconButton
                icon={ArrowRight}
                label={t('exercise.image.later', { number: index + 1 })}
                disabled={index === images.length - 1}
                onClick={() => onChange(moveItem(images, index, index + 1))}
              />
              <IconButton
                icon={Trash2}
                label={t('exercise.image.remove', { number: index + 1 })}
                danger
                onClick={() => onChange(images.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ul>
      {images.length < maxImages && (
        <UploadButton
          icon={ImagePlus}
          accept="image/jpeg,image/png,image/webp"
          quiet
          disabled={isBusy}
          onChoose={file => void add(file)}
        >
          {t(isBusy ? 'loading' : 'exercise.image.add')}
        </UploadButton>
      )}
    </section>
  )
}

/** The address at which the service serves an uploaded picture. */
const thumbnailUrl = (assetId: string) =>
  new URL(`../api/exercise-images/${assetId}.thumbnail.webp`, location.href).href
