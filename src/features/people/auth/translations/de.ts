import type { AuthTranslations } from './auth-translations.js'

export const de: AuthTranslations = {
  linkHint: 'Oder öffne diesen Link:',
  mails: {
    verifyEmail: {
      subject: 'Bestätige deine E-Mail-Adresse',
      paragraphs: [
        'Willkommen, {username}! Bestätige deine E-Mail-Adresse, um deine Registrierung abzuschließen. Der Link gilt 24 Stunden.',
        'Wenn du dich nicht registriert hast, musst du nichts tun.',
      ],
      action: 'Adresse bestätigen',
    },
    registrationReplaced: {
      subject: 'Bestätige deine E-Mail-Adresse',
      paragraphs: [
        'Willkommen, {username}! Bestätige deine E-Mail-Adresse, um deine Registrierung abzuschließen. Der Link gilt 24 Stunden.',
        'Diese Adresse wurde schon einmal registriert und nie bestätigt. Diese Registrierung mit ihrem Benutzernamen und Passwort ersetzt die frühere, und Links aus früheren Mails gelten nicht mehr.',
        'Wenn du dich nicht registriert hast, musst du nichts tun.',
      ],
      action: 'Adresse bestätigen',
    },
    alreadyRegistered: {
      subject: 'Du hast schon ein Konto',
      paragraphs: [
        'Gerade wollte sich jemand mit dieser E-Mail-Adresse registrieren, aber es gibt dafür schon ein Konto.',
        'Wenn du das warst, melde dich einfach an; falls du dein Passwort nicht mehr weißt, setze es in der App zurück. Wenn du es nicht warst, musst du nichts tun: Es wurde nichts geändert.',
      ],
    },
    resetPassword: {
      subject: 'Setze dein Passwort zurück',
      paragraphs: [
        'Jemand möchte das Passwort deines Kontos zurücksetzen. Der Link gilt eine Stunde und nur einmal.',
        'Wenn du das nicht warst, musst du nichts tun: Dein Passwort bleibt, wie es ist.',
      ],
      action: 'Neues Passwort wählen',
    },
    passwordChanged: {
      subject: 'Dein Passwort wurde geändert',
      paragraphs: [
        'Das Passwort deines Kontos wurde gerade geändert, und alle Geräte wurden abgemeldet.',
        'Wenn du das nicht warst, setze dein Passwort sofort in der App zurück.',
      ],
    },
    changeEmail: {
      subject: 'Bestätige deine neue E-Mail-Adresse',
      paragraphs: [
        'Hallo {username}, bestätige, dass dies deine neue E-Mail-Adresse ist. Der Link gilt 24 Stunden; bis dahin meldest du dich mit der alten an.',
        'Wenn du das nicht wolltest, musst du nichts tun.',
      ],
      action: 'Adresse bestätigen',
    },
    emailChanged: {
      subject: 'Deine E-Mail-Adresse soll geändert werden',
      paragraphs: [
        'Jemand möchte {newEmail} als E-Mail-Adresse deines Kontos verwenden. Sobald sie bestätigt ist, kannst du dich nur noch mit der neuen Adresse anmelden.',
        'Wenn du das nicht warst, ändere sofort dein Passwort in der App.',
      ],
    },
    deletionScheduled: {
      subject: 'Dein Konto wird gelöscht',
      paragraphs: [
        'Dein Konto und alles, was dazugehört, wird am {day} gelöscht. Alle Geräte wurden abgemeldet.',
        'Wenn du es dir anders überlegst, melde dich bis dahin an und stelle das Konto wieder her. Wenn du das nicht warst, tu das sofort und setze auch dein Passwort zurück.',
      ],
    },
    deletionCanceled: {
      subject: 'Dein Konto wird nicht gelöscht',
      paragraphs: [
        'Dein Konto wurde gerade wiederhergestellt: Es wird nicht gelöscht, und alles ist wie zuvor.',
        'Wenn du das nicht warst, setze dein Passwort sofort in der App zurück.',
      ],
    },
    accountDeleted: {
      subject: 'Dein Konto wurde gelöscht',
      paragraphs: [
        'Dein Konto und alles, was dazugehörte, wurden gelöscht. Dies ist die letzte Nachricht an diese Adresse. Alles Gute!',
      ],
    },
    confirmDeletion: {
      subject: 'Konto löschen?',
      paragraphs: [
        'Jemand möchte dein Konto löschen. Der Link führt zu einer Seite, die noch einmal nachfragt; er gilt eine Stunde.',
        'Wenn du das nicht warst, musst du nichts tun: Dein Konto wird nicht gelöscht.',
      ],
      action: 'Weiter zum Löschen',
    },
  },
  pages: {
    verifyEmail: {
      title: 'Bestätige deine E-Mail-Adresse',
      button: 'Bestätigen',
      doneTitle: 'Deine E-Mail-Adresse ist bestätigt',
      doneText: 'Du kannst dich jetzt anmelden.',
    },
    resetPassword: {
      title: 'Wähle ein neues Passwort',
      button: 'Speichern',
      doneTitle: 'Dein neues Passwort ist gespeichert',
      doneText: 'Alle Geräte wurden abgemeldet. Melde dich neu an.',
    },
    newPassword: 'Neues Passwort',
    newPasswordHint: 'Mindestens 8 Zeichen',
    checkMail: 'Sieh in dein Postfach',
    newLinkSent:
      'Wenn es zu der Adresse ein Konto gibt, das einen solchen Link braucht, ist ein neuer unterwegs.',
    failed: 'Das hat nicht geklappt',
    notAnAddress: 'Das ist keine E-Mail-Adresse.',
    incompleteLink: 'Der Link ist unvollständig. Öffne ihn so, wie er in der Mail steht.',
    invalidLink: 'Der Link ist ungültig, wurde schon benutzt oder ist abgelaufen.',
    weakPassword:
      'Wähle ein anderes Passwort: 8 bis 72 Zeichen, kein häufig verwendetes Passwort und weder deine E-Mail-Adresse noch dein Benutzername.',
    tooManyAttempts: 'Zu viele Versuche in kurzer Zeit. Versuche es später noch einmal.',
    unavailable: 'Der Dienst ist gerade nicht erreichbar. Versuche es in einer Minute noch einmal.',
    emailLabel: 'Deine E-Mail-Adresse',
    sendNewLink: 'Neuen Link senden',
    addressTaken: 'Die Adresse gehört inzwischen zu einem anderen Konto. Deines behält seine bisherige.',
    lastAdministrator: 'Das ist der letzte Administrator. Mache zuerst jemand anderen zum Administrator.',
    deletion: {
      title: 'Konto löschen',
      explanation: [
        'Alles, was zum Konto gehört, wird gelöscht: Profil, Trainings, Programme, Messungen, Fotos, Geräte und noch nicht versendete Mails.',
        'Das Konto wird {grace} nach der Bestätigung gelöscht; bis dahin kannst du dich anmelden und es wiederherstellen. Du kannst es auch sofort löschen lassen. Das Löschen dauert einige Minuten; eine Mail bestätigt dir, wenn es abgeschlossen ist.',
        'Erhalten bleiben ein Protokoll der Vorgänge rund um Konten, ohne Namen und Adressen, und alles, was du als Administrator für alle veröffentlicht hast.',
      ],
      sendLink: 'Link zusenden',
      linkSent:
        'Wenn es zu dieser Adresse ein Konto gibt, ist ein Link zum Löschen unterwegs. Er gilt eine Stunde.',
      immediately: 'Sofort löschen. Das kann nicht rückgängig gemacht werden.',
      button: 'Konto löschen',
      scheduledTitle: 'Dein Konto wird gelöscht',
      scheduledText:
        'Es wird am {day} gelöscht. Alle Geräte wurden abgemeldet. Melde dich bis dahin an, um es wiederherzustellen.',
      deletedTitle: 'Dein Konto wurde gelöscht',
      deletedText: 'Alles, was dazugehört, wird jetzt gelöscht; das dauert einige Minuten.',
    },
  },
}
