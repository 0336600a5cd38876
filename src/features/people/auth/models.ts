/** A signed-in device. */
export interface Session {
  id: string
  /** The User-Agent header. */
  device: string
  address: string
  createdAt: Date
  lastUsedAt: Date
}
