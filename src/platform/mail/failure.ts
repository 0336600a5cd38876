const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g

/** Returns a mail error without mail addresses, which mail servers repeat in their responses, for the log. */
export function redactMailError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(redactAddresses(String(error)))
  const { name, message, stack, code, responseCode, command } = error as Error & Record<string, unknown>
  return Object.assign(new Error(redactAddresses(message)), {
    name,
    stack: redactAddresses(stack ?? ''),
    code,
    responseCode,
    command,
  })
}

const redactAddresses = (text: string) => text.replace(address, '<address>')
