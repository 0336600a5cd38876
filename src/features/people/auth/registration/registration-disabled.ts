import { AppError } from '../../../../errors.js'

export const registrationDisabled = () =>
  new AppError('REGISTRATION_DISABLED', 'This service accepts no new accounts. Ask the person who runs it.')
