import { startService } from '#test/service.ts'

const { databaseUrl, now, env, email, password, storeEnvId, plan } = JSON.parse(process.argv[2] ?? '{}')
const service = await startService({ beside: { databaseUrl }, now: new Date(now), env })
const cookies = await service.service.services.users.signIn(email, password)
const cookie = (cookies ?? []).map((each) => each.split(';')[0]).join('; ')
const changed = await service.with({ cookie, 'x-store-env-id': storeEnvId }).post('/billing/change-plan', { plan })
process.stdout.write(`${changed.status} ${changed.text}\n`)
process.exit(0)
