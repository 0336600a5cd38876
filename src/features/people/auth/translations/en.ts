import type { AuthTranslations } from './auth-translations.js'

export const en: AuthTranslations = {
  linkHint: 'Or open this link:',
  mails: {
    verifyEmail: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Welcome, {username}! Confirm your e-mail address to finish your registration. The link works for 24 hours.',
        'If you did not register, you do not have to do anything.',
      ],
      action: 'Confirm the address',
    },
    registrationReplaced: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Welcome, {username}! Confirm your e-mail address to finish your registration. The link works for 24 hours.',
        'This address was registered before and never confirmed. This registration, with its username and password, replaces the earlier one, and links in earlier mails no longer work.',
        'If you did not register, you do not have to do anything.',
      ],
      action: 'Confirm the address',
    },
    alreadyRegistered: {
      subject: 'You already have an account',
      paragraphs: [
        'Someone just tried to register with this e-mail address, but there already is an account for it.',
        'If that was you, sign in; if you do not remember your password, reset it in the app. If it was not you, you do not have to do anything: nothing was changed.',
      ],
    },
    resetPassword: {
      subject: 'Reset your password',
      paragraphs: [
        'Someone asked to reset the password of your account. The link works for one hour and only once.',
        'If it was not you, you do not have to do anything: your password stays the same.',
      ],
      action: 'Choose a new password',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was just changed, and all devices were signed out.',
        'If it was not you, reset your password in the app immediately.',
      ],
    },
    changeEmail: {
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'Hello {username}, confirm that this is your new e-mail address. The link works for 24 hours; until you confirm, you sign in with the old address.',
        'If you did not ask for this, you do not have to do anything.',
      ],
      action: 'Confirm the address',
    },
    emailChanged: {
      subject: 'Your e-mail address is being changed',
      paragraphs: [
        'Someone asked to use {newEmail} as the e-mail address of your account. Once it is confirmed, you can sign in only with the new address.',
        'If it was not you, change your password in the app immediately.',
      ],
    },
    deletionScheduled: {
      subject: 'Your account will be deleted',
      paragraphs: [
        'Your account and everything that belongs to it will be deleted on {day}. All devices were signed out.',
        'If you change your mind, sign in before then and restore the account. If it was not you, do so immediately, and reset your password as well.',
      ],
    },
    deletionCanceled: {
      subject: 'Your account will not be deleted',
      paragraphs: [
        'Your account was just restored: it will not be deleted, and everything is as it was before.',
        'If it was not you, reset your password in the app immediately.',
      ],
    },
    accountDeleted: {
      subject: 'Your account has been deleted',
      paragraphs: [
        'Your account and everything that belonged to it have been deleted. This is the last mail to this address. All the best!',
      ],
    },
    confirmDeletion: {
      subject: 'Delete your account?',
      paragraphs: [
        'Someone asked to delete your account. The link opens a page that asks you to confirm; it works for one hour.',
        'If it was not you, you do not have to do anything: your account will not be deleted.',
      ],
      action: 'Continue to delete the account',
    },
  },
  pages: {
    verifyEmail: {
      title: 'Confirm your e-mail address',
      button: 'Confirm',
      doneTitle: 'Your e-mail address is confirmed',
      doneText: 'You can sign in now.',
    },
    resetPassword: {
      title: 'Choose a new password',
      button: 'Save',
      doneTitle: 'Your new password is saved',
      doneText: 'All devices were signed out. Sign in again.',
    },
    newPassword: 'New password',
    newPasswordHint: 'At least 8 characters',
    checkMail: 'Check your mail',
    newLinkSent: 'If an account with this address needs such a link, a new one is on its way.',
    failed: 'That did not work',
    notAnAddress: 'That is not an e-mail address.',
    incompleteLink: 'The link is incomplete. Open it exactly as it appears in the mail.',
    invalidLink: 'The link is not valid, was used already, or has expired.',
    weakPassword:
      'Choose another password: 8 to 72 characters, not a common password, and not your e-mail address or username.',
    tooManyAttempts: 'Too many attempts in a short time. Try again later.',
    unavailable: 'The service is not available at the moment. Try again in a minute.',
    emailLabel: 'Your e-mail address',
    sendNewLink: 'Send a new link',
    addressTaken: 'Another account now uses this address. Yours keeps its current address.',
    lastAdministrator: 'This is the last administrator. Make another user an administrator first.',
    deletion: {
      title: 'Delete your account',
      explanation: [
        'Everything that belongs to the account will be deleted: profile, workouts, programs, measurements, photos, devices and pending mails.',
        'The account is deleted {grace} after you confirm; until then you can sign in and restore it. You can also delete it immediately. The deletion takes a few minutes, and a mail confirms when it is complete.',
        'Two things are kept: a log of actions on accounts, without names and addresses, and what you published for everyone as an administrator.',
      ],
      sendLink: 'Send me a link',
      linkSent:
        'If there is an account with this address, a link to delete it is on its way. It works for one hour.',
      immediately: 'Delete immediately. This cannot be undone.',
      button: 'Delete the account',
      scheduledTitle: 'Your account will be deleted',
      scheduledText:
        'It will be deleted on {day}. All devices were signed out. Sign in before then to restore it.',
      deletedTitle: 'Your account has been deleted',
      deletedText: 'Everything that belongs to it is being deleted, which takes a few minutes.',
    },
  },
}
