import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import { startService } from '#test/service.ts'

const { databaseUrl, now, storeEnvId, secret, round } = JSON.parse(process.argv[2] ?? '{}')
const service = await startService({ beside: { databaseUrl }, now: new Date(now) })
const storefront = service.with({ 'x-store-env-id': storeEnvId, origin: 'https://shop.example.com' })
const exp = Math.floor(Date.parse(now) / 1000) + 3600
for (let i = 0; ; i++) {
  const email = `buyer-${round}-${i}@customer.example`
  const token = signCustomerToken(Buffer.from(JSON.stringify({ email, exp })).toString('base64url'), secret)
  const sent = { platformProductId: 'mug', rating: 1 + (i % 5), body: `By ${email}.`, authorName: 'Sam' }
  const review = { ...sent, authorEmail: email, consent: true }
  const { status, body } = await storefront.post('/storefront/reviews', review, { 'x-customer-token': token })
  process.stdout.write(`${JSON.stringify({ status, id: body.id, message: body.message })}\n`)
  if (i % 3 === 2) await service.runJobs()
}
