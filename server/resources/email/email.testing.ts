import { after } from 'node:test'
import { Pool } from 'pg'
import { newId } from '#platform/values/ids.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { type NewMessage, type QueuedMessage, queueMessages } from './commands.ts'

export async function startMail(): Promise<{ service: TestService; witness: Pool }> {
  const service = await startService({ now: new Date('2026-11-21T10:00:00Z') })
  const witness = openWitness(service)
  after(async () => {
    await witness.end()
    await service.close()
  })
  return { service, witness }
}

/** Keys with this prefix belong to no area, so no callbacks of a message kind are called for these messages. */
const makeKey = ({ key = newId() }: Partial<NewMessage>) => `test:${key}`

export const confirmation = (more: Partial<NewMessage> = {}): NewMessage => ({
  template: 'review_confirmation',
  to: { email: 'jane.doe@example.com', name: 'Jane Doe' },
  locale: 'en',
  category: 'transactional',
  data: {
    store: { name: 'Lantern & Co', url: 'https://shop.example.com' },
    customer: { name: 'Jane Doe', firstName: 'Jane' },
    product: { title: 'A lamp', imageUrl: null },
    confirmUrl: 'https://reviews.example.com/confirm/abc',
  },
  ...more,
  key: makeKey(more),
})

const formUrl = 'https://reviews.example.com/f/abcdefghijklmnopqrstuv'

export const request = (more: Partial<NewMessage> = {}): NewMessage => ({
  ...confirmation(),
  template: 'review_reply',
  category: 'review_requests',
  data: {
    store: { name: 'Lantern & Co', url: 'https://shop.example.com' },
    customer: { name: 'Jane Doe', firstName: 'Jane' },
    product: { title: 'A lamp', imageUrl: null },
    review: { title: 'Bright', body: 'It shines.', rating: 5 },
    reply: { body: 'Thank you.', authorName: 'Lantern & Co' },
    formUrl,
  },
  ...more,
  key: makeKey(more),
})

export const queue = (service: TestService, shop: Shop, ...messages: NewMessage[]): Promise<QueuedMessage[]> =>
  service.service.db.store(shop, 'write', (tx) => queueMessages(tx, service.service.services.secrets, messages))

export type MessageRow = {
  id: string
  key: string
  state: string
  reason: string | null
  answer: string | null
  attempt: number
  data: Buffer | null
  due_at: Date
  recipient: string
}

export async function listMessages(pool: Pool, shop: Shop): Promise<MessageRow[]> {
  const { rows } = await pool.query('select * from email_messages where store_env_id = $1 order by key', [
    shop.storeEnvId,
  ])
  return rows.map((row) => ({ ...row, key: row.key.replace(/^test:/, '') }))
}

export function openWitness(service: TestService): Pool {
  const pool = new Pool({ connectionString: service.databaseUrl, max: 2 })
  // The database is dropped by force, which may hit a connection that is just closing.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  return pool
}

export const minuteMs = 60_000
