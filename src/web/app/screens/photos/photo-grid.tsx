import type { JSX } from 'preact'
import { Columns2, Trash } from 'lucide'
import { RoundButton } from '../../components/round-button.js'
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
          <RoundButton
            icon={Columns2}
            label={`${captionOf(photo)}: ${t('photos.compare')}`}
            isPressed={chosen.includes(photo.id)}
            onClick={() => onChoose(photo.id)}
          />
          <RoundButton
            icon={Trash}
            label={`${captionOf(photo)}: ${t('photos.delete')}`}
            onClick={() => onDelete(photo)}
          />
        </span>
      </li>
    ))}
  </ul>
)
