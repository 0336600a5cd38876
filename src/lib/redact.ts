const maxLength = 4000

const secrets: readonly [RegExp, string][] = [
  // Duplicate key errors of MongoDB contain the value.
  [/dup key: \{[^\n]*\}/g, 'dup key: {…}'],
  [/[\w.+-]{1,64}(@|%40)[\w-]{1,63}(\.[\w-]{1,63}){0,8}/gi, '<address>'],
  // JSON Web Tokens, and other tokens, which are longer than ids.
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/[\w-]{40,}/g, '<token>'],
  [/([?&][\w-]+=)[^&\s"']+/g, '$1…'],
]

/** Removes mail addresses, tokens and query parameters from a text, and truncates it. */
export function redact(text: string): string {
  return secrets.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    text.slice(0, maxLength),
  )
}

/**
 * Returns the parts of an error that may be logged: its type, message, code location and those of its causes.
 * @param mapStack maps the beginning of a stack to positions in the sources
 */
export function redactError(error: unknown, mapStack = (stack: string) => stack): object {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message: redact(message),
    ...errorCodes(error),
    stack: redact(mapStack((stack ?? '').slice(0, maxLength))),
    ...(cause instanceof Error ? { cause: redactError(cause, mapStack) } : {}),
  }
}

/** Returns the code of an error, and the SMTP status and command of an error of a mail server. */
function errorCodes(error: Error): object {
  const { code, responseCode, command } = error as Error & ErrorCodes
  return {
    ...(code === undefined ? {} : { code: String(code) }),
    ...(typeof responseCode === 'number' ? { responseCode } : {}),
    ...(typeof command === 'string' ? { command: redact(command) } : {}),
  }
}

interface ErrorCodes {
  code?: string | number
  responseCode?: unknown
  command?: unknown
}
