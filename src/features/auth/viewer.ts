import type { Role } from '../users/user.js'

/** Who asks: the claims of a valid access token. */
export interface Viewer {
  id: string
  email: string
  role: Role
}

/** Where a request comes from. */
export interface Client {
  /** IP address, or the network where one client has many addresses. */
  address: string
  /** The User-Agent header, as a label for people. */
  device: string
}
