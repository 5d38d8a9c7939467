// The process that crash.test.ts kills. It sends reviews in parallel loops and prints each acknowledged one.
import { startService } from '#test/service.ts'

type Work = { databaseUrl: string; storeEnvId: string; key: string; round: number }
const { databaseUrl, storeEnvId, key, round } = JSON.parse(process.argv[2] ?? '{}') as Work

const service = await startService({ beside: { databaseUrl } })
const api = service.with({ 'x-store-env-id': storeEnvId, authorization: `Bearer ${key}` })

const send = async (name: string) => {
  const { status, body } = await api.post('/reviews', {
    platformProductId: 'mug',
    rating: 5,
    body: `Sent as ${name}.`,
    authorName: 'Jane',
    authorEmail: `${name}@customer.example`,
  })
  console.log(JSON.stringify({ status, id: body.id, name }))
}

const loop = async (loopId: number) => {
  for (let i = 0; ; i++) await send(`r${round}-${loopId}-${i}`)
}
await Promise.all(Array.from({ length: 16 }, (_, loopId) => loop(loopId)))
