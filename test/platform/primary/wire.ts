import { createChannel, type Channel, type ChannelTransport } from '../../../src/platform/primary/channel.js'

/** Two connected ends. Messages arrive as JSON in a later turn of the event loop. */
export function wire() {
  const listeners: ((message: unknown) => void)[] = [() => undefined, () => undefined]
  const state = { messages: 0, isStuck: false }
  const port = (own: number): ChannelTransport => ({
    send(message, sent) {
      if (state.isStuck) return
      state.messages++
      const text = JSON.stringify(message)
      setImmediate(() => {
        sent()
        listeners[1 - own]?.(JSON.parse(text))
      })
    },
    listen: listener => (listeners[own] = listener),
  })
  return { state, here: port(0), there: port(1), inject: (message: unknown) => listeners[1]?.(message) }
}

/** Two connected channels. */
export function channelPair(): [Channel, Channel] {
  const { here, there } = wire()
  return [createChannel(here), createChannel(there)]
}
