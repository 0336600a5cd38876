const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** Why a mail could not be sent, for a log: mail servers repeat the address, which is nobody's business. */
export function redactMailError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(redactAddresses(String(error)))
  const { name, message, stack, code, responseCode, command } = error as Error & Record<string, unknown>
  return Object.assign(new Error(redactAddresses(message)), {
    ...{ name, stack: redactAddresses(stack ?? ''), code, responseCode, command },
  })
}

const redactAddresses = (text: string) => text.replace(address, '<address>')
