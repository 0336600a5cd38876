import type { JSX } from 'preact'
import type { FactorProof } from '../../../client/index.js'
import { t } from '../i18n.js'

/** The field of a form for the password of the account. */
export const PasswordField = (): JSX.Element => (
  <label>
    {t('password')}
    <input name="password" type="password" autocomplete="current-password" required />
  </label>
)

/** The field of a form for a code with six digits, of a mail or of an authenticator app. */
export const CodeField = ({ label }: { label: string }): JSX.Element => (
  <label>
    {label}
    <input name="code" inputMode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" required />
  </label>
)

interface Props {
  /** True to ask for a recovery code instead of a code of the authenticator app. */
  isRecovery: boolean
  onChange(isRecovery: boolean): void
}

/** The field of a form for a code of the second factor. */
export const FactorFields = ({ isRecovery, onChange }: Props): JSX.Element => (
  <>
    <p>{t(isRecovery ? 'factor.recoveryText' : 'factor.text')}</p>
    {isRecovery ? (
      <label key="recovery">
        {t('factor.recoveryCode')}
        <input name="recoveryCode" autocomplete="off" autocapitalize="none" spellcheck={false} required />
      </label>
    ) : (
      <CodeField key="code" label={t('factor.code')} />
    )}
    <button type="button" class="link" onClick={() => onChange(!isRecovery)}>
      {t(isRecovery ? 'factor.useApp' : 'factor.useRecovery')}
    </button>
  </>
)

/** Reads the code of a form with `FactorFields`. */
export function factorProof(form: FormData): FactorProof {
  const [code, recoveryCode] = [form.get('code'), form.get('recoveryCode')]
  if (typeof recoveryCode === 'string') return { recoveryCode }
  return { code: typeof code === 'string' ? code : '' }
}
