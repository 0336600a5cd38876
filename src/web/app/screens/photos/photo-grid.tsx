import type { JSX } from 'preact'
import { Columns2, Trash } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { pictureAddress, type Photo } from '../../data/photos.js'
import { t } from '../../i18n.js'
import { captionOf, dateOf, poseOf } from './captions.js'

interface Props {
  photos: readonly Photo[]
  /** The identifiers of the photos to compare. */
  chosen: readonly string[]
  onChoose(id: string): void
  onDelete(photo: Photo): void
}

export const PhotoGrid = ({ photos, chosen, onChoose, onDelete }: Props): JSX.Element => (
  <ul class="photos">
    {photos.map(photo => (
      <li key={photo.id} class="card">
        <img src={pictureAddress(photo.thumbnailUrl)} alt={poseOf(photo)} loading="lazy" />
        <span>{dateOf(photo)}</span>
        <span class="row">
          <button
            type="button"
            class="round"
            aria-pressed={chosen.includes(photo.id)}
            aria-label={`${captionOf(photo)}: ${t('photos.compare')}`}
            onClick={() => onChoose(photo.id)}
          >
            <Icon of={Columns2} />
          </button>
          <button
            type="button"
            class="round"
            aria-label={`${captionOf(photo)}: ${t('photos.delete')}`}
            onClick={() => onDelete(photo)}
          >
            <Icon of={Trash} />
          </button>
        </span>
      </li>
    ))}
  </ul>
)
