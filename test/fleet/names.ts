import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { atEnd } from './ends.js'

const headerLength = 12
const typeA = 1

/** A name server that gives the same addresses for every name, as that of a container network for a service's. */
export async function nameServer() {
  const addresses = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    socket.send(answerTo(query, [...addresses]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  atEnd(() => socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, addresses }
}

/** RFC 1035: the query's id and question, and a record of four bytes for each address. */
function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const endOfName = query.indexOf(0, headerLength) + 1
  const question = query.subarray(headerLength, endOfName + 4)
  // Of other types, such as those of IPv6, there are none.
  const known = query.readUInt16BE(endOfName) === typeA ? addresses : []
  const header = Buffer.alloc(headerLength)
  query.copy(header, 0, 0, 2)
  // An answer without error, recursion desired and available; one question.
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(known.length, 6)
  return Buffer.concat([header, question, ...known.map(record)])
}

/** Of the name that was asked for (a pointer to it), type A, class IN, good for a second. */
const record = (address: string) =>
  Buffer.from([0xc0, headerLength, 0, typeA, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])
