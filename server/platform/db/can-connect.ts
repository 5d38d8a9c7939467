// Whether an address and a login lead into a database at this moment; why they do not is for others to find out.
import { Client, type ClientConfig } from 'pg'

/** Logs in and leaves; whatever the reason it could not, the answer is no. */
export async function canConnect(config: ClientConfig): Promise<boolean> {
  const client = new Client({ connectionTimeoutMillis: 5_000, ...config })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
