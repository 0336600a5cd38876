/** The file's structure is broken, so nobody can promise that its metadata has been removed. */
export class MalformedImageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MalformedImageError'
  }
}
