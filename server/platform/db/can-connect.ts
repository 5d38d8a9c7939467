import { Client, type ClientConfig } from 'pg'

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

export class UnsuitableDatabase extends Error {}
