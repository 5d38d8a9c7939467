import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asker, written } from '#resources/faqs/faqs.testing.ts'
import { sendDueDeliveries } from '#resources/outbound-webhooks/sending/sender.ts'
import { startReceiver, type TestReceiver } from '#resources/outbound-webhooks/webhooks.testing.ts'
import { forkBeside, killFork } from '#test/forks.ts'
import { addByClock } from '#test/queue.ts'
import { startService, type TestService } from '#test/service.ts'
import { galleryWithForm, visitor } from '../leads/leads.testing.ts'

const kills = 6

let service: TestService
let receiver: TestReceiver
before(async () => {
  receiver = await startReceiver()
  service = await startService()
})
after(async () => {
  await receiver?.close()
  await service?.close()
})

async function startWorker(round: number): Promise<ChildProcess> {
  const worker = forkBeside(service, new URL('worker.testing.ts', import.meta.url), {
    env: {
      WEBHOOK_ALLOW_PRIVATE: 'true',
      // Each process starts after the leases of the previous process have expired.
      TEST_CLOCK: new Date(Date.now() + round * 60_000).toISOString(),
    },
  })
  await once(worker, 'message')
  return worker
}

test('a repeatedly killed process sends no mail twice and loses no mail or webhook', {
  timeout: 200_000,
}, async () => {
  const shop = await service.shop()
  const galleryId = await galleryWithForm(shop, {
    notificationEmail: 'sales@shop.example',
    webhookUrl: receiver.url,
  })
  const [send, ask] = [await visitor(service, shop, galleryId), await asker(service, shop)]
  const people = 3
  for (let round = 0; round < kills; round++) {
    const worker = await startWorker(round)
    const faq = await written(shop.api, { question: `Question ${round}?` })
    for (let n = 0; n < people; n++) {
      await send({ message: `Message ${round} ${n}` })
      const asked = await ask({
        question: `Question ${round} ${n}?`,
        email: `p${round}-${n}@customer.example`,
        notify: true,
      })
      await shop.api.post(`/faqs/questions/${asked.body.id}/answer`, { faqId: faq.id })
    }
    const published = shop.api.patch(`/faqs/${faq.id}`, { status: 'published' })
    await sleep(Math.random() * 250)
    await killFork(worker)
    await published
  }
  // Frees jobs of dead workers, as the queue does after hours, and expires mail claims, as happens after minutes.
  await service.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()')
  await service.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  await service.runJobs()
  for (let n = 0; n < 3; n++) {
    service.advance(3_600_000)
    await addByClock(service.service, 'schedule.wake')
    await service.runJobs()
  }
  await sendDueDeliveries(service.service)
  const { rows: messages } = await service.query<{ template: string; state: string; n: number; keys: number }>(
    'select template, state, count(*)::int as n, count(distinct key)::int as keys from email_messages group by 1, 2',
  )
  for (const [template, expected] of [
    ['lead_notice', kills * people],
    ['faq_answer', kills * people],
  ] as const) {
    const found = messages.filter((each) => each.template === template)
    assert.equal(
      found.reduce((sum, { n }) => sum + n, 0),
      expected,
      JSON.stringify(messages),
    )
    assert.ok(found.every(({ state, n, keys }) => ['sent', 'unknown'].includes(state) && n === keys))
  }
  const { rows: mails } = await service.query<{ recipient: string; n: number }>(
    `select recipient, count(*)::int as n from mailbox where recipient like '%@customer.example' group by 1`,
  )
  assert.ok(mails.every(({ n }) => n === 1))
  const { rows: notices } = await service.query<{ n: number; texts: number }>(
    `select count(*)::int as n, count(distinct text_body)::int as texts from mailbox where recipient = 'sales@shop.example'`,
  )
  assert.equal(notices[0]?.n, notices[0]?.texts)
  const { rows: left } = await service.query(
    `select (select count(*)::int from gallery_leads where notice = 'sent') as leads,
            (select count(*)::int from faq_questions where mailed_at is not null) as questions`,
  )
  assert.deepEqual(left, [{ leads: kills * people, questions: kills * people }])
  const delivered = new Set(receiver.received.map(({ body }) => body.data.id))
  assert.equal(delivered.size, kills * people, 'each lead has arrived')
})
