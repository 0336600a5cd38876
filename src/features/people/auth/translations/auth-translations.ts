/** A mail. What stands in braces is filled in. */
export interface MailText {
  subject: string
  /** The first stands above the button. */
  paragraphs: readonly [string, ...string[]]
  /** What the button says, where there is one. */
  action?: string
}

export type MailTemplateName =
  | 'verifyEmail'
  | 'registrationReplaced'
  | 'alreadyRegistered'
  | 'resetPassword'
  | 'passwordChanged'
  | 'changeEmail'
  | 'emailChanged'
  | 'deletionScheduled'
  | 'deletionCanceled'
  | 'accountDeleted'
  | 'confirmDeletion'

/** A page that asks for a button to be pressed, and what it says then. */
export interface ConfirmationPageText {
  title: string
  button: string
  doneTitle: string
  doneText: string
}

/** Everything that mails and pages about accounts say in one language. */
export interface AuthTranslations {
  /** Above the address that the button opens. */
  orOpen: string
  mails: Record<MailTemplateName, MailText>
  pages: {
    verifyEmail: ConfirmationPageText
    resetPassword: ConfirmationPageText
    newPassword: string
    newPasswordHint: string
    seeMail: string
    newLinkOnItsWay: string
    failed: string
    notAnAddress: string
    brokenLink: string
    deadLink: string
    weakPassword: string
    tooOften: string
    away: string
    yourAddress: string
    sendNewLink: string
    addressTaken: string
    lastAdministrator: string
    deletion: {
      title: string
      /** What goes, how long it takes, and what is kept. */
      explanation: readonly string[]
      sendLink: string
      linkOnItsWay: string
      immediately: string
      button: string
      leavesTitle: string
      /** `{day}` is filled in. */
      leavesText: string
      goneTitle: string
      goneText: string
    }
  }
}
