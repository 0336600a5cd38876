/** A file of which nothing can be imported; the message says to people why. */
export class UnreadableFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnreadableFileError'
  }
}
