import { MessageType, parseMessage, type Message } from 'graphql-ws'

/** The message types that clients may send. */
const clientMessages = new Set([
  MessageType.ConnectionInit,
  MessageType.Ping,
  MessageType.Pong,
  MessageType.Subscribe,
  MessageType.Complete,
])

interface ClientMessage {
  /** The text in the form that the implementation of the protocol requires. */
  text: string
  message: Message
}

/** Reads a message of a client. Returns undefined if it is invalid, or clients may not send it. */
export function readClientMessage(received: string): ClientMessage | undefined {
  return tryParse(received) ?? tryParse(addEmptyQuery(received))
}

function tryParse(text: string): ClientMessage | undefined {
  try {
    const message = parseMessage(text)
    return clientMessages.has(message.type) ? { text, message } : undefined
  } catch {
    return undefined
  }
}

/** Adds the `query` that the protocol requires if the client identifies the document by its id or hash. */
function addEmptyQuery(text: string): string {
  try {
    const { payload, ...message } = JSON.parse(text) as { payload?: Record<string, unknown> }
    const hasDocumentId = payload?.documentId != null || payload?.extensions != null
    if (!hasDocumentId || payload.query != null) return text
    return JSON.stringify({ ...message, payload: { ...payload, query: '' } })
  } catch {
    return text
  }
}

/** Removes the empty `query` of a message that identifies its document by an id or hash. */
export const withoutEmptyQuery = ({ query, ...rest }: { query: string }): object =>
  query === '' ? rest : { query, ...rest }
