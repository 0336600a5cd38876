import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  CopySharedItemDocument,
  RevokeShareLinkDocument,
  SharedItemDocument,
  ShareLinksDocument,
  type SharedItemQuery,
} from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { Loaded, useResource } from '../components/resource.js'
import { request, synchronize } from '../data/app.js'
import { describe } from '../errors.js'
import { formatDate, plural, t } from '../i18n.js'
import { go, route } from '../router.js'
import { chosenUsername } from '../training/names.js'

/** The links of the user or, with a token in the address, what a link of another user shows. */
export function SharingScreen(): JSX.Element {
  const [name, token] = route.value
  return name === 'shared' && token !== undefined ? <Shared token={token} /> : <Links />
}

function Links(): JSX.Element {
  const stored = useResource(async () => request(ShareLinksDocument, {}), [])
  const [error, setError] = useState<string | null>(null)

  async function revoke(id: string): Promise<void> {
    setError(null)
    try {
      await request(RevokeShareLinkDocument, { id })
    } catch (problem) {
      setError(describe(problem))
    }
    stored.reload()
  }

  return (
    <>
      <h1>{t('sharing.title')}</h1>
      <p>{t('sharing.text')}</p>
      <p class="error" role="alert">
        {error}
      </p>
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
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function copy(): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      const { copySharedItem } = await request(CopySharedItemDocument, { input: { token, newId: newId() } })
      await synchronize()
      const { program = null, routine = null } = copySharedItem ?? {}
      if (program) go(`programs/${program.id}/edit`)
      else if (routine) go(`routines/${routine.id}`)
    } catch (problem) {
      setError(describe(problem))
    }
    setIsBusy(false)
  }

  return (
    <>
      <h1>{title}</h1>
      <p class="faint">
        {t(`sharing.${kind}`)}
        {owner !== null && ` · ${t('sharing.by', { username: owner })}`}
        {kind === 'PROGRAM' && ` · ${plural('weeks', weekCount)}`}
      </p>
      <p class="error" role="alert">
        {error}
      </p>
      <button type="button" class="button" disabled={isBusy} onClick={() => void copy()}>
        {t(kind === 'PROGRAM' ? 'sharing.copyProgram' : 'sharing.copyRoutine')}
      </button>
      <div class="grid">
        {days.map((day, at) => (
          <section class="card" key={at}>
            <h2>{day.name}</h2>
            <ul class="planned">
              {day.exercises.map(({ name, sets }, index) => (
                <li key={index}>
                  <span>{name}</span>
                  <span class="faint">{plural('sets', sets.length)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
