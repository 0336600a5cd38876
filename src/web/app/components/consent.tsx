import type { ComponentChildren, JSX } from 'preact'
import {
  ConsentsDocument,
  GiveConsentDocument,
  type ConsentKind,
} from '../../../../generated/operations/web-app.js'
import { request } from '../data/client.js'
import { nameOf, t } from '../i18n.js'
import { Loaded, useResource } from './resource.js'
import { ErrorMessage } from './screen-parts.js'
import { useAction } from './use-action.js'

interface Props {
  kind: ConsentKind
  /** True if data on the device show that the consent was given, so that nothing has to be asked without a network. */
  isKnown?: boolean
  children: ComponentChildren
}

/** Shows the content only with the consent of the user, and asks for it otherwise. */
export function ConsentGate({ kind, isKnown = false, children }: Props): JSX.Element {
  const consents = useResource(
    async () => (isKnown ? [] : ((await request(ConsentsDocument, {})).consents ?? [])),
    [isKnown],
  )
  return (
    <Loaded of={consents}>
      {found =>
        isKnown || found.some(one => one.kind === kind && one.withdrawnAt === null) ? (
          children
        ) : (
          <ConsentQuestion kind={kind} onGiven={consents.reload} />
        )
      }
    </Loaded>
  )
}

function ConsentQuestion({ kind, onGiven }: { kind: ConsentKind; onGiven(): void }): JSX.Element {
  const { error, run } = useAction()

  async function give(): Promise<void> {
    await request(GiveConsentDocument, { kind })
    onGiven()
  }

  return (
    <section class="card form">
      <h2>{nameOf('consent', kind)}</h2>
      <p>{nameOf('consentReason', kind)}</p>
      <p class="faint">{t('consent.canWithdraw')}</p>
      <ErrorMessage text={error} />
      <button type="button" class="button wide" onClick={() => void run(give)}>
        {t('consent.give')}
      </button>
    </section>
  )
}
