import type { JSX } from 'preact'
import {
  CopySharedItemDocument,
  RevokeShareLinkDocument,
  SharedItemDocument,
  ShareLinksDocument,
  type SharedItemQuery,
} from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { go, route } from '../../shared/router.js'
import { PlannedList } from '../components/planned-list.js'
import { Loaded, useResource } from '../components/resource.js'
import { ErrorMessage } from '../components/screen-parts.js'
import { useAction } from '../components/use-action.js'
import { request } from '../data/client.js'
import { synchronize } from '../data/synchronization.js'
import { formatDate, plural, t } from '../i18n.js'
import { chosenUsername } from '../training/names.js'

/** The links of the user or, with a token in the address, what a link of another user shows. */
export function SharingScreen(): JSX.Element {
  const [name, token] = route.value
  return name === 'shared' && token !== undefined ? <Shared token={token} /> : <Links />
}

function Links(): JSX.Element {
  const stored = useResource(async () => request(ShareLinksDocument, {}), [])
  const { error, run } = useAction()

  async function revoke(id: string): Promise<void> {
    await run(() => request(RevokeShareLinkDocument, { id }))
    stored.reload()
  }

  return (
    <>
      <h1>{t('sharing.title')}</h1>
      <p>{t('sharing.text')}</p>
      <ErrorMessage text={error} />
      <Loaded of={stored}>
        {({ shareLinks }) =>
          shareLinks && shareLinks.length > 0 ? (
            <ul class="card links">
              {shareLinks.map(({ id, url, itemKind, createdAt }) => (
                <li key={id}>
                  <div>
                    <span>
                      <strong>{t(`sharing.${itemKind}`)}</strong>
                      <a href={url}>{t('sharing.open')}</a>
                      <span class="faint">{formatDate(createdAt, { dateStyle: 'medium' })}</span>
                    </span>
                    <button type="button" class="link danger" onClick={() => void revoke(id)}>
                      {t('sharing.revoke')}
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <p class="card">{t('sharing.none')}</p>
          )
        }
      </Loaded>
    </>
  )
}

type Item = NonNullable<SharedItemQuery['sharedItem']>

function Shared({ token }: { token: string }): JSX.Element {
  const item = useResource(async () => (await request(SharedItemDocument, { token })).sharedItem, [token])
  return <Loaded of={item}>{found => (found ? <SharedItem token={token} item={found} /> : null)}</Loaded>
}

function SharedItem({ token, item }: { token: string; item: Item }): JSX.Element {
  const { kind, title, ownerUsername, weekCount, days } = item
  const owner = chosenUsername(ownerUsername)
  const { error, isBusy, run } = useAction()

  async function copy(): Promise<void> {
    const { copySharedItem } = await request(CopySharedItemDocument, { input: { token, newId: newId() } })
    await synchronize()
    const { program = null, routine = null } = copySharedItem ?? {}
    if (program) go(`programs/${program.id}/edit`)
    else if (routine) go(`routines/${routine.id}`)
  }

  return (
    <>
      <h1>{title}</h1>
      <p class="faint">
        {t(`sharing.${kind}`)}
        {owner !== null && ` · ${t('sharing.by', { username: owner })}`}
        {kind === 'PROGRAM' && ` · ${plural('weeks', weekCount)}`}
      </p>
      <ErrorMessage text={error} />
      <button type="button" class="button" disabled={isBusy} onClick={() => void run(copy)}>
        {t(kind === 'PROGRAM' ? 'sharing.copyProgram' : 'sharing.copyRoutine')}
      </button>
      <div class="grid">
        {days.map((day, at) => (
          <section class="card" key={at}>
            <h2>{day.name}</h2>
            <PlannedList
              exercises={day.exercises.map(({ name, sets }) => ({ name, text: plural('sets', sets.length) }))}
            />
          </section>
        ))}
      </div>
    </>
  )
}
