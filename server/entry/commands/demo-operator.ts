import type { Operator } from '#demo/host.ts'
import { mailKinds } from '#resources/email/commands.ts'
import { sendInTransaction } from '#resources/email/sending/in-transaction.ts'
import { closeDay } from '#resources/evidence/heads/commands.ts'
import { ensureKey } from '#resources/evidence/heads/key-commands.ts'
import { areas } from '../areas.ts'
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
})
