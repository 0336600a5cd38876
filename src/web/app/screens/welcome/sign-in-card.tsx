import type { ComponentChildren, JSX } from 'preact'
import { t } from '../../i18n.js'

interface Props {
  onBack(): void
  children: ComponentChildren
}

/** The card of a later step of the sign-in, with a button that returns to the first one. */
export const SignInCard = ({ onBack, children }: Props): JSX.Element => (
  <div class="card sign-in">
    {children}
    <button type="button" class="link center" onClick={onBack}>
      {t('confirm.back')}
    </button>
  </div>
)
