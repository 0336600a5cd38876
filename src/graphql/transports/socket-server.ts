import type { WebsocketPluginOptions } from '@fastify/websocket'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws'
import { MiB, seconds } from '../../lib/quantities.js'

/** A phone that comes out of a cellar brings all that it wrote there at once. In bytes. */
export const maxRequestSize = 1 * MiB

/** How sockets are accepted, before any message. */
export const socketServerOptions = {
  options: {
    maxPayload: maxRequestSize,
    /** Thousands of frames come in one piece: others' requests are served between any two of them. */
    allowSynchronousEvents: false,
    /** Who is asked for another protocol only is told so by a close code, which a refused handshake has not. */
    handleProtocols: (offered: Set<string>) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : ([...offered][0] ?? false),
    /** How long the other end may take to answer a close frame. */
    ...{ closeTimeout: 2 * seconds },
  },
  // The socket closes itself, with the code for what is wrong with a frame; a cut would come before that code.
  errorHandler: (error, _socket, request) => request.log.info({ err: error }, 'a socket broke'),
  // Closing is the transport's business: it answers what is in flight first.
  preClose: done => done(),
} satisfies WebsocketPluginOptions
