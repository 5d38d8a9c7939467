import { setTimeout as pause } from 'node:timers/promises'
import type { Call, Operator } from '#demo/host.ts'
import { shopApiPath } from '#demo/store/shop-api.ts'
import type { GuardedRequest, GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { sendInTransaction } from '#resources/email/sending/in-transaction.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { createApi } from '../api.ts'
import { areas, jobs } from '../areas.ts'
import type { Service } from '../service.ts'
import { setup } from './setup.ts'

export const demoOperator = (service: Service): Operator => ({
  openShop: (request) => setup(service, request),
  sendMails: (tx) => sendInTransaction(tx, service.services, mailKinds.in(areas.contributions)),
  async closeDay(shop) {
    const { db, services, clock } = service
    await ensureKey(db, services.secrets)
    const stopping = new AbortController().signal
    await closeDay({ db, secrets: services.secrets, now: clock.now(), stopping }, shop)
  },
  async signIn({ ownerEmail, storeEnvId }, password) {
    const cookies = (await service.services.users.signIn(ownerEmail, password)) ?? []
    const app = await createApi(service)
    const headers = {
      cookie: cookies.map((each) => each.split(';')[0]).join('; '),
      'x-store-env-id': storeEnvId,
    }
    const call: Call = async <T>(method: string, path: string, body?: object | string, type = 'application/json') => {
      const send = () =>
        app.inject({
          method: method as 'GET',
          url: `/api/v1${path}`,
          headers: body === undefined ? headers : { ...headers, 'content-type': type },
          ...(body !== undefined && { payload: body }),
        })
      let answer = await send()
      // Waits for the rate limit, because the demo sends its many calls within a few seconds.
      for (let tries = 1; answer.statusCode === 429 && tries < 10; tries++) {
        await pause(Number(answer.headers['retry-after']) * 1000)
        answer = await send()
      }
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
      return (answer.body === '' ? undefined : answer.json()) as T
    }
    return { call, close: () => app.close() }
  },
  async serveShop(work) {
    const app = await createApi(service)
    const { services } = service
    const { fetch } = services
    const own = `${service.origin}${shopApiPath}`
    const answer = async (address: string | URL, request: GuardedRequest = {}): Promise<GuardedResponse> => {
      if (!String(address).startsWith(own)) return fetch(address, request)
      const { statusCode, headers, rawPayload } = await app.inject({
        method: (request.method ?? 'GET') as 'GET',
        url: String(address).slice(service.origin.length),
        ...(request.headers && { headers: request.headers }),
        ...(request.body !== undefined && { payload: request.body as string }),
      })
      return { status: statusCode, headers, body: rawPayload, truncated: false, durationMs: 0 } as GuardedResponse
    }
    services.fetch = Object.assign(answer, fetch)
    try {
      return await work()
    } finally {
      services.fetch = fetch
      await app.close()
    }
  },
  async runJob(id, payload) {
    const { db, services } = service
    const job = jobs.find((each) => each.id === id)
    if (!job) throw new Error(`There is no job ${id}.`)
    await perform(job, { db, services, stopping: new AbortController().signal }, payload)
  },
})
