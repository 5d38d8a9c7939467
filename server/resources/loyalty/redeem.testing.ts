import { startService } from '#test/service.ts'

const { databaseUrl, now, key, storeEnvId, memberId, rewardId } = JSON.parse(process.argv[2] ?? '{}')
const service = await startService({ beside: { databaseUrl }, now: new Date(now) })
const api = service.with({ authorization: `Bearer ${key}`, 'x-store-env-id': storeEnvId })
for (let i = 0; ; i++) {
  const { status, body } = await api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey: `killed-${i}` })
  process.stdout.write(`${JSON.stringify({ i, status, id: body.id, code: body.code })}\n`)
}
