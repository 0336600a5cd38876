import type { JSX } from 'preact'
import type { FactorProof } from '../../../client/sign-in.js'
import { t } from '../i18n.js'

/** The field of a form for a code of the authenticator app, or a recovery code. */
export const CodeField = (): JSX.Element => (
  <label>
    <span>{t('code')}</span>
    <input
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck={false}
      required
      autofocus
    />
  </label>
)

/** Reads the code of a form with `CodeField`: codes of the app have digits and spaces only. */
export function factorProof(form: FormData): FactorProof {
  const code = form.get('code') as string
  return /^[\d ]+$/.test(code) ? { code } : { recoveryCode: code }
}
