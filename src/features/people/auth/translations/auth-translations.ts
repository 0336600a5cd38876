import type { Locale } from '../../../../lib/locales.js'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }

/** The text of a mail. Placeholders in braces are replaced. */
interface MailText {
  subject: string
  /** The first paragraph precedes the button. */
  paragraphs: readonly string[]
  /** The label of the button, if there is one. */
  action?: string
}

export type MailTemplateName =
  | 'verifyEmail'
  | 'registrationReplaced'
  | 'alreadyRegistered'
  | 'resetPassword'
  | 'signInCode'
  | 'confirmGuest'
  | 'passwordChanged'
  | 'changeEmail'
  | 'emailChanged'
  | 'deletionScheduled'
  | 'deletionCanceled'
  | 'accountDeleted'
  | 'confirmDeletion'
  | 'linkIdentity'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'identityLinked'
  | 'identityUnlinked'
  | 'secondFactorEnabled'
  | 'secondFactorDisabled'
  | 'tokenCreated'
  | 'tokenRevoked'
  | 'webhookDisabled'

/** The text of a page with a button, and of the page after it. */
export interface ConfirmationPageText {
  title: string
  button: string
  doneTitle: string
  doneText: string
}

/** The texts of mails and pages about accounts in one language. */
export interface AuthTranslations {
  /** Precedes the URL that the button opens. */
  linkHint: string
  /** Precedes the code of a mail that also has a link. */
  codeHint: string
  mails: Record<MailTemplateName, MailText>
  pages: {
    verifyEmail: ConfirmationPageText
    resetPassword: ConfirmationPageText
    newPassword: string
    newPasswordHint: string
    checkMail: string
    newLinkSent: string
    failed: string
    notAnAddress: string
    incompleteLink: string
    invalidLink: string
    weakPassword: string
    tooManyAttempts: string
    unavailable: string
    emailLabel: string
    sendNewLink: string
    addressTaken: string
    /** Shown for a wrong code of the second factor. */
    wrongCode: string
    /** Label of the field for a code of the authenticator app or a recovery code. */
    factorCode: string
    linkIdentity: ConfirmationPageText & {
      /** With the placeholder `{identity}`. */
      explanation: string
      identityTaken: string
      /** Shown for a link that does not work. */
      invalidLink: string
    }
    lastAdministrator: string
    deletion: {
      title: string
      /** Explains which data is deleted, when, and which is kept. */
      explanation: readonly string[]
      sendLink: string
      linkSent: string
      immediately: string
      button: string
      scheduledTitle: string
      /** With the placeholder `{day}`. */
      scheduledText: string
      deletedTitle: string
      deletedText: string
    }
  }
}

export const authTranslations: Readonly<Record<Locale, AuthTranslations>> = { en, de, es }
