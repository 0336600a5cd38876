const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** Why a mail could not be sent, for a log: mail servers repeat the address, which is nobody's business. */
export function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(withoutAddresses(String(error)))
  const { name, message, stack, code, responseCode, command } = error as Error & Record<string, unknown>
  return Object.assign(new Error(withoutAddresses(message)), {
    ...{ name, stack: withoutAddresses(stack ?? ''), code, responseCode, command },
  })
}

const withoutAddresses = (text: string) => text.replace(address, '<address>')
