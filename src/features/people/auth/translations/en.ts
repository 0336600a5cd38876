import type { AuthTranslations } from './auth-translations.js'

export const en: AuthTranslations = {
  orOpen: 'Or open this address:',
  mails: {
    verifyEmail: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Welcome, {username}! Confirm your e-mail address to finish your registration. The link works for 24 hours.',
        'If you did not register, you need not do anything.',
      ],
      action: 'Confirm the address',
    },
    registrationReplaced: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'Welcome, {username}! Confirm your e-mail address to finish your registration. The link works for 24 hours.',
        'This address was registered before and never confirmed. This registration, with its username and password, replaces the earlier one, and links in earlier mails no longer work.',
        'If you did not register, you need not do anything.',
      ],
      action: 'Confirm the address',
    },
    alreadyRegistered: {
      subject: 'You have an account already',
      paragraphs: [
        'Somebody just tried to register with this e-mail address, but it has an account already.',
        'If that was you, sign in, or ask the app to reset your password if you do not remember it. If it was not you, you need not do anything: nothing was changed.',
      ],
    },
    resetPassword: {
      subject: 'Reset your password',
      paragraphs: [
        'Somebody asked to reset the password of your account. The link works for one hour and only once.',
        'If it was not you, you need not do anything: your password stays as it is.',
      ],
      action: 'Choose a new password',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was just changed, and every device was signed out.',
        'If it was not you, reset your password in the app at once.',
      ],
    },
    changeEmail: {
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'Hello {username}, confirm that this is your new e-mail address. The link works for 24 hours; until then you sign in with the old one.',
        'If you did not ask for this, you need not do anything.',
      ],
      action: 'Confirm the address',
    },
    emailChanged: {
      subject: 'Your e-mail address is being changed',
      paragraphs: [
        'Somebody asked to use {newEmail} as the e-mail address of your account. Once it is confirmed, only the new address signs in.',
        'If it was not you, change your password in the app at once.',
      ],
    },
    deletionScheduled: {
      subject: 'Your account will be deleted',
      paragraphs: [
        'Your account and everything that belongs to it will be deleted on {day}. Every device was signed out.',
        'If you change your mind, sign in until then and restore the account. If it was not you, do so at once, and reset your password, too.',
      ],
    },
    deletionCanceled: {
      subject: 'Your account stays',
      paragraphs: [
        'Your account was just restored: it will not be deleted, and everything is as it was.',
        'If it was not you, reset your password in the app at once.',
      ],
    },
    accountDeleted: {
      subject: 'Your account is deleted',
      paragraphs: [
        'Your account is deleted, and everything that belonged to it. This is the last mail to this address. All the best!',
      ],
    },
    confirmDeletion: {
      subject: 'Delete your account?',
      paragraphs: [
        'Somebody asked to delete your account. The link leads to a page that asks once more; it works for one hour.',
        'If it was not you, you need not do anything: your account stays.',
      ],
      action: 'Go on to delete the account',
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
      doneText: 'Every device was signed out. Sign in again.',
    },
    newPassword: 'New password',
    newPasswordHint: '8 characters or more',
    seeMail: 'See your mail',
    newLinkOnItsWay: 'If the address has an account that needs such a link, a new one is on its way.',
    failed: 'That did not work',
    notAnAddress: 'That is not an e-mail address.',
    brokenLink: 'The link is not complete. Open it as it stands in the mail.',
    deadLink: 'The link is not valid, was used already, or has expired.',
    weakPassword:
      'Choose another password: 8 to 72 characters, none of the most common ones, and neither your e-mail address nor your username.',
    tooOften: 'That was too often in a short time. Try again later.',
    away: 'The service is not available at the moment. Try again in a minute.',
    yourAddress: 'Your e-mail address',
    sendNewLink: 'Send a new link',
    addressTaken: 'Another account has this address by now. Yours keeps the one it has.',
    lastAdministrator: 'This is the last administrator. Make another user an administrator first.',
    deletion: {
      title: 'Delete your account',
      explanation: [
        'Everything that belongs to the account goes: profile, workouts, programs, measurements, photos, devices and mails that wait.',
        'It is deleted {grace} after you confirm; until then you can sign in and restore it. You can also have it deleted at once. Erasing takes some minutes, and a mail tells you when nothing is left.',
        'Kept is a log of what was done to accounts, without name and addresses, and what you published for everyone as an administrator.',
      ],
      sendLink: 'Send me a link',
      linkOnItsWay:
        'If the address has an account, a link to delete it is on its way. It works for one hour.',
      immediately: 'At once: nothing can bring it back',
      button: 'Delete the account',
      leavesTitle: 'Your account will be deleted',
      leavesText:
        'It will be deleted on {day}. Every device was signed out. Sign in until then to restore it.',
      goneTitle: 'Your account is deleted',
      goneText: 'Everything that belongs to it is being erased, which takes some minutes.',
    },
  },
}
