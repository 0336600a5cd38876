import { on, once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'

/** The response of the sender to each request: a result of its iterator. */
type ItemResponse<Item> = { done?: false; value: Item } | { done: true }

/**
 * Sends items to `receiveItems` at the other end of the channel, each on request. Resolves when all items are sent or
 * the receiver has stopped. Rejects with the error of the iterator, which is not sent to the receiver.
 */
export async function sendItems<Item>(port: MessagePort, items: AsyncIterable<Item>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const requests = on(port, 'message', { close: ['close'] })
  try {
    for (let request = await requests.next(); !request.done; request = await requests.next()) {
      const result: IteratorResult<Item, unknown> = await iterator.next()
      port.postMessage(result.done ? { done: true } : { value: result.value })
      if (result.done) return
    }
  } finally {
    await requests.return?.()
    await iterator.return?.()
  }
}

/** Receives the items of `sendItems`, one at a time. @param signal aborts the wait for an item */
export async function* receiveItems<Item>(port: MessagePort, signal?: AbortSignal): AsyncGenerator<Item> {
  try {
    for (;;) {
      const message = once(port, 'message', { signal }) as Promise<[ItemResponse<Item>]>
      port.postMessage('next')
      const [response] = await message
      if (response.done) return
      yield response.value
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    port.close()
  }
}
