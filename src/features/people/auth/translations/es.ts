import type { AuthTranslations } from './auth-translations.js'

export const es: AuthTranslations = {
  linkHint: 'O abre este enlace:',
  mails: {
    verifyEmail: {
      subject: 'Confirma tu correo electrónico',
      paragraphs: [
        '¡Te damos la bienvenida, {username}! Confirma tu correo electrónico para completar el registro. El enlace es válido durante 24 horas.',
        'Si no te has registrado, no tienes que hacer nada.',
      ],
      action: 'Confirmar el correo',
    },
    registrationReplaced: {
      subject: 'Confirma tu correo electrónico',
      paragraphs: [
        '¡Te damos la bienvenida, {username}! Confirma tu correo electrónico para completar el registro. El enlace es válido durante 24 horas.',
        'Este correo ya se había registrado y nunca se confirmó. Este registro, con su nombre de usuario y su contraseña, sustituye al anterior, y los enlaces de correos anteriores ya no son válidos.',
        'Si no te has registrado, no tienes que hacer nada.',
      ],
      action: 'Confirmar el correo',
    },
    alreadyRegistered: {
      subject: 'Ya tienes una cuenta',
      paragraphs: [
        'Alguien acaba de intentar registrarse con este correo electrónico, pero ya existe una cuenta.',
        'Si has sido tú, inicia sesión; si no recuerdas tu contraseña, restablécela desde la aplicación. Si no has sido tú, no tienes que hacer nada: no se ha cambiado nada.',
      ],
    },
    resetPassword: {
      subject: 'Restablece tu contraseña',
      paragraphs: [
        'Alguien ha pedido restablecer la contraseña de tu cuenta. El enlace es válido durante una hora y solo se puede usar una vez.',
        'Si no has sido tú, no tienes que hacer nada: tu contraseña sigue siendo la misma.',
      ],
      action: 'Elegir una contraseña nueva',
    },
    passwordChanged: {
      subject: 'Tu contraseña ha cambiado',
      paragraphs: [
        'La contraseña de tu cuenta se acaba de cambiar y se ha cerrado la sesión en todos los dispositivos.',
        'Si no has sido tú, restablece tu contraseña en la aplicación cuanto antes.',
      ],
    },
    changeEmail: {
      subject: 'Confirma tu nuevo correo electrónico',
      paragraphs: [
        'Hola, {username}: confirma que este es tu nuevo correo electrónico. El enlace es válido durante 24 horas; hasta entonces, inicia sesión con el anterior.',
        'Si no lo has pedido tú, no tienes que hacer nada.',
      ],
      action: 'Confirmar el correo',
    },
    emailChanged: {
      subject: 'Tu correo electrónico va a cambiar',
      paragraphs: [
        'Alguien ha pedido usar {newEmail} como correo electrónico de tu cuenta. En cuanto se confirme, solo podrás iniciar sesión con el nuevo.',
        'Si no has sido tú, cambia tu contraseña en la aplicación cuanto antes.',
      ],
    },
    deletionScheduled: {
      subject: 'Tu cuenta se va a eliminar',
      paragraphs: [
        'Tu cuenta y todo lo que contiene se eliminarán el {day}. Se ha cerrado la sesión en todos los dispositivos.',
        'Si cambias de idea, inicia sesión antes de esa fecha y restaura la cuenta. Si no has sido tú, hazlo cuanto antes y restablece también tu contraseña.',
      ],
    },
    deletionCanceled: {
      subject: 'Tu cuenta no se eliminará',
      paragraphs: [
        'Tu cuenta se acaba de restaurar: no se eliminará y todo sigue como estaba.',
        'Si no has sido tú, restablece tu contraseña en la aplicación cuanto antes.',
      ],
    },
    accountDeleted: {
      subject: 'Tu cuenta se ha eliminado',
      paragraphs: [
        'Tu cuenta se ha eliminado, junto con todo lo que contenía. Este es el último mensaje que enviamos a esta dirección. ¡Mucha suerte!',
      ],
    },
    confirmDeletion: {
      subject: '¿Eliminar tu cuenta?',
      paragraphs: [
        'Alguien ha pedido eliminar tu cuenta. El enlace lleva a una página que lo pregunta una vez más; es válido durante una hora.',
        'Si no has sido tú, no tienes que hacer nada: tu cuenta no se eliminará.',
      ],
      action: 'Continuar para eliminar la cuenta',
    },
  },
  pages: {
    verifyEmail: {
      title: 'Confirma tu correo electrónico',
      button: 'Confirmar',
      doneTitle: 'Tu correo electrónico está confirmado',
      doneText: 'Ya puedes iniciar sesión.',
    },
    resetPassword: {
      title: 'Elige una contraseña nueva',
      button: 'Guardar',
      doneTitle: 'Tu contraseña nueva se ha guardado',
      doneText: 'Se ha cerrado la sesión en todos los dispositivos. Vuelve a iniciar sesión.',
    },
    newPassword: 'Contraseña nueva',
    newPasswordHint: 'Al menos 8 caracteres',
    checkMail: 'Revisa tu correo',
    newLinkSent: 'Si hay una cuenta con esa dirección que necesite un enlace, te llegará uno nuevo.',
    failed: 'No ha funcionado',
    notAnAddress: 'Eso no es una dirección de correo electrónico.',
    incompleteLink: 'El enlace está incompleto. Ábrelo tal como aparece en el mensaje.',
    invalidLink: 'El enlace no es válido, ya se ha usado o ha caducado.',
    weakPassword:
      'Elige otra contraseña: de 8 a 72 caracteres, que no sea de las más comunes y que no sea tu correo ni tu nombre de usuario.',
    tooManyAttempts: 'Lo has intentado demasiadas veces en poco tiempo. Vuelve a probar más tarde.',
    unavailable: 'El servicio no está disponible en este momento. Vuelve a probar en un minuto.',
    emailLabel: 'Tu correo electrónico',
    sendNewLink: 'Enviar un enlace nuevo',
    addressTaken: 'Otra cuenta ya usa esta dirección. La tuya conserva la que tenía.',
    lastAdministrator: 'Es el último administrador. Nombra antes administrador a otra persona.',
    deletion: {
      title: 'Eliminar tu cuenta',
      explanation: [
        'Se eliminará todo lo que pertenece a la cuenta: perfil, entrenamientos, programas, mediciones, fotos, dispositivos y correos pendientes.',
        'La cuenta se elimina {grace} después de confirmarlo; hasta entonces puedes iniciar sesión y restaurarla. También puedes eliminarla de inmediato. La eliminación tarda unos minutos, y un correo te avisa cuando ha terminado.',
        'Se conservan un registro de las acciones realizadas en las cuentas, sin nombres ni direcciones, y lo que publicaste para todos como administrador.',
      ],
      sendLink: 'Enviarme un enlace',
      linkSent:
        'Si hay una cuenta con esta dirección, te llegará un enlace para eliminarla. Es válido durante una hora.',
      immediately: 'Eliminar de inmediato. No se puede deshacer.',
      button: 'Eliminar la cuenta',
      scheduledTitle: 'Tu cuenta se eliminará',
      scheduledText:
        'Se eliminará el {day}. Se ha cerrado la sesión en todos los dispositivos. Inicia sesión antes de esa fecha para restaurarla.',
      deletedTitle: 'Tu cuenta se ha eliminado',
      deletedText: 'Todo lo que le pertenece se está eliminando; tarda unos minutos.',
    },
  },
}
