import assert from 'node:assert/strict'
import { after } from 'node:test'
import { recipients } from '#resources/review-requests/requests.testing.ts'
import { type Api, day, type Shop, startService, type TestService } from '#test/service.ts'

export const start = new Date('2026-11-21T09:00:00Z')
export const hour = 3_600_000

export type SequencesService = {
  service: TestService
  shop(): Promise<Shop>
  pass(ms: number): Promise<void>
  now(): Date
}

export async function startSequences(env: Record<string, string> = {}, now = start): Promise<SequencesService> {
  const service = await startService({ now, env })
  after(() => service.close())
  const settle = async () => {
    await service.tick()
    // A run first waits for further pushes of its order. Its mails are sent after this wait.
    service.advance(30_000)
    await service.tick()
  }
  return {
    service,
    now: () => service.service.clock.now(),
    async shop() {
      const shop = await service.shop()
      await shop.api.put('/products', [
        { platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' },
        { platformProductId: 'tea', title: 'Tea', url: 'https://shop.example.com/tea' },
      ])
      await shop.api.put('/email/settings', { requestsEnabled: false })
      if (env.BILLING) {
        const { sql } = await import('#platform/db/query.ts')
        await service.service.db.system('write', (tx) =>
          tx.run(
            sql`update subscriptions set status = 'active', plan = 'growth' where store_env_id = ${shop.storeEnvId}`,
          ),
        )
      }
      return shop
    },
    async pass(ms) {
      if (ms > 0) service.advance(ms)
      // Wake-ups are rounded to steps of five minutes.
      for (let i = 0; i < 3; i++) {
        await settle()
        service.advance(5 * 60_000)
      }
    },
  }
}

export const mail = (subject = 'Thank you', more: object = {}) => ({ type: 'mail', subject, body: 'Hello.', ...more })
export const wait = (days: number, more: object = {}) => ({ type: 'wait', days, ...more })

export type SequenceBody = { id: string; status: string; version: number } & Record<string, unknown>

export async function drafted(api: Api, more: object = {}): Promise<SequenceBody> {
  const { status, body, text } = await api.post('/email-sequences', {
    ...{ name: 'Thank you', trigger: { event: 'order.placed' }, steps: [mail()], consent: 'all_buyers' },
    ...more,
  })
  assert.equal(status, 201, text)
  return body
}

export async function published(api: Api, more: object = {}): Promise<SequenceBody> {
  const { id } = await drafted(api, more)
  return done(api, id, 'publish')
}

export async function done(api: Api, id: string, act: string): Promise<SequenceBody> {
  const { status, body, text } = await api.post(`/email-sequences/${id}/${act}`)
  assert.equal(status, 200, text)
  return body
}

export async function ordered(shop: Shop, platformOrderId: string, placedAt: Date, more: object = {}): Promise<void> {
  const { status, body, text } = await shop.api.put('/orders', [
    {
      ...{ platformOrderId, orderNumber: `#${platformOrderId}`, email: `${platformOrderId}@customer.example` },
      ...{ customerName: 'Jane Doe', placedAt: placedAt.toISOString(), currency: 'EUR', total: '40.00' },
      ...{ lineItems: [{ platformProductId: 'mug' }], ...more },
    },
  ])
  assert.deepEqual([status, body.failed], [200, 0], text)
}

export async function orderedByMany(shop: Shop, people: number, placedAt: Date): Promise<void> {
  const orders = Array.from({ length: people }, (_, n) => ({
    ...{ platformOrderId: `o${n}`, email: `${n}@${shop.storeEnvId}.example`, currency: 'EUR', total: '40.00' },
    ...{ placedAt: placedAt.toISOString(), lineItems: [{ platformProductId: 'mug' }] },
  }))
  for (let from = 0; from < people; from += 250) {
    const { status, body, text } = await shop.api.put('/orders', orders.slice(from, from + 250))
    assert.deepEqual([status, body.failed], [200, 0], text)
  }
}

export type RunBody = {
  id: string
  version: number
  state: string
  exitReason: string | null
  nextDueAt: string | null
  goalReachedAt: string | null
  startedAt: string
  emailLast4: string
  messages: { step: number; state: string; reason: string | null; sentAt: string | null }[]
}

export async function listRuns(api: Api, id: string, query = ''): Promise<RunBody[]> {
  const { status, body, text } = await api.get(`/email-sequences/${id}/runs?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data
}

export async function fate(shop: Shop, id: string, email: string): Promise<string> {
  const runs = await listRuns(shop.api, id, `&email=${encodeURIComponent(email)}`)
  assert.ok(runs.length < 2, `${runs.length} runs`)
  const [run] = runs
  if (!run) return 'none'
  const said = (parts: (string | null)[]) => parts.filter((part) => part !== null).join(' ')
  const mails = run.messages.map(({ step, state, reason }) => said([`${step}`, state, reason]))
  return [said([run.state, run.exitReason]), ...mails].join(', ')
}

export { day, recipients }
