import type { JSX } from 'preact'
import { ChevronRight, Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { route } from '../../../shared/router.js'
import { BackLink, EmptyCard } from '../../components/screen-parts.js'
import { gyms } from '../../data/gyms.js'
import { t } from '../../i18n.js'
import { GymEditor } from './gym-editor.js'

/** The list of gyms, or the editor of the one in the address. */
export function GymsScreen(): JSX.Element {
  const [, id] = route.value
  if (id === undefined) return <GymList />
  const gym = gyms.value.find(one => one.id === id)
  return (
    <>
      <BackLink to="gyms">{t('gyms')}</BackLink>
      <h1>{t(id === 'new' ? 'gyms.create' : 'gyms.edit')}</h1>
      {id === 'new' || gym ? <GymEditor key={id} gym={gym} /> : <p class="card">{t('gyms.notFound')}</p>}
    </>
  )
}

const GymList = (): JSX.Element => (
  <>
    <BackLink to="settings">{t('nav.settings')}</BackLink>
    <h1>{t('gyms')}</h1>
    {gyms.value.length === 0 ? (
      <EmptyCard text={t('gyms.empty')} />
    ) : (
      <ul class="links card">
        {gyms.value.map(gym => (
          <li key={gym.id}>
            <a href={`#/gyms/${gym.id}`}>
              <span>
                <strong>{gym.name}</strong>
                {gym.isDefault && <span class="faint">{t('gyms.default')}</span>}
              </span>
              <Icon of={ChevronRight} />
            </a>
          </li>
        ))}
      </ul>
    )}
    <a class="button wide" href="#/gyms/new">
      <Icon of={Plus} /> {t('gyms.create')}
    </a>
  </>
)
