import { createClient, NetworkError, type Client } from '../../client/index.js'

/** Signs in on a device of its own. @throws Error if the service cannot be reached, ServiceError */
export async function signIn(url: string, email: string, password: string): Promise<Client> {
  const client = createClient({ baseUrl: url, app: { name: 'demo', version: '1.0.0' } })
  try {
    await client.signIn(email, password)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    throw new Error(`cannot reach a service at ${url}. Start one with: fitness-training-service start`)
  }
  return client
}
