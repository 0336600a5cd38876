const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** Why a mail could not be sent, for a log: mail servers repeat the address, which is nobody's business. */
export function failureOf(error: unknown): object {
  const { name, message, code, responseCode, command } = error as Error & Record<string, unknown>
  return { type: name, message: message.replace(address, '<address>'), code, responseCode, command }
}
