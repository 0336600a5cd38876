import type { WebsocketPluginOptions } from '@fastify/websocket'
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws'
import { MiB, seconds } from '../../lib/quantities.js'

/** The maximum size of a request in bytes. An app that was offline for long syncs many changes at once. */
export const maxRequestSize = 1 * MiB

/** The options with which sockets are accepted. */
export const socketServerOptions = {
  options: {
    maxPayload: maxRequestSize,
    /** Serves other requests between the frames of one chunk, which can contain thousands. */
    allowSynchronousEvents: false,
    /** Accepts an unknown protocol, so that the socket can be closed with a close code. A rejected handshake has none. */
    handleProtocols: (offered: Set<string>) =>
      offered.has(GRAPHQL_TRANSPORT_WS_PROTOCOL) ? GRAPHQL_TRANSPORT_WS_PROTOCOL : ([...offered][0] ?? false),
    // The types of ws lack this option: the time in which the client must respond to a close frame.
    ...{ closeTimeout: 2 * seconds },
  },
  // The socket closes itself with the code for an invalid frame. Terminating it would prevent that.
  errorHandler: (error, _socket, request) => request.log.info({ err: error }, 'a socket failed'),
  // The transport closes the sockets after it has sent the pending responses.
  preClose: done => done(),
} satisfies WebsocketPluginOptions
