import { fileAppeal, findRejection } from '#resources/evidence/appeals/commands.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import type { Walk } from './walk.ts'

export async function answerObjection({ service, shop, call, jobs }: Walk): Promise<void> {
  const written = await call('key', 'POST', '/reviews', {
    platformProductId: 'tee-01',
    rating: 2,
    body: 'Robin faded after two washes.',
    authorName: 'Kai S.',
    authorEmail: 'kai.sommer@customer.example',
  })
  await call('key', 'PUT', `/reviews/${written.body.id}`, { status: 'rejected', reason: 'privacy' })
  await service.service.db.store(shop, 'write', async (tx) => {
    const rejection = await findRejection(tx, written.body.id)
    if (rejection) await fileAppeal(tx, rejection, 'Robin is the name of the colour, not of a person.')
  })
  const [appeal] = (await call('key', 'GET', '/evidence/appeals?state=open')).body.data
  await call('key', 'GET', `/evidence/appeals/${appeal.id}`)
  await call('key', 'PATCH', `/evidence/appeals/${appeal.id}`, {
    decision: 'overturned',
    note: 'Thank you for explaining. We had taken the name of the colour for a person.',
  })
  await jobs()
}

export async function lookAtEvidence({ call, jobs, service, shop }: Walk): Promise<void> {
  const { db, services } = service.service
  const { secrets, clock } = services
  await ensureKey(db, secrets)
  await closeDay({ db, secrets, now: clock.now(), stopping: new AbortController().signal }, shop)
  const { data } = (await call('key', 'GET', '/evidence/entries?type=submitted')).body
  await call('key', 'GET', '/evidence/heads')
  await call('key', 'GET', '/evidence/witnesses')
  await call('key', 'GET', `/evidence/reviews/${data[0].review}`)
  const year = clock.now().getUTCFullYear()
  const { body: assessment } = await call('key', 'POST', '/evidence/assessments', { year })
  const { body: pack } = await call('key', 'POST', '/evidence/packs', { from: '2026-11-01', to: '2026-11-20' })
  await jobs()
  await call('key', 'GET', '/evidence/packs')
  await call('key', 'GET', `/evidence/packs/${pack.id}`)
  await call('key', 'GET', '/evidence/assessments')
  await call('key', 'GET', `/evidence/assessments/${assessment.id}`)
}
