import { domainToUnicode } from 'node:url'
import type { Audit } from '#platform/audit/audit.ts'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { withExample } from '#platform/values/wire.ts'
import { checkNow } from './checking.ts'
import {
  changeSettings,
  chooseDomain,
  type DomainChoice,
  deleteDomain,
  readChoice,
  readSettings,
  rotateKey,
} from './choosing.ts'
import { makeKey } from './keys.ts'
import { plannedRecords, toRecord } from './records.ts'
import { chooseSenderName, isInPlan, parseAddress } from './rules.ts'
import { ChosenDomain, SendingDomain, SendingSettings } from './schema.ts'
import * as store from './store.ts'

const admin = { tenancy: 'store', access: { role: 'ADMIN' }, plan: { feature: 'custom_sending_domain' } } as const

export default [
  operation({
    id: 'sending_domain.get',
    http: 'GET /sending-domain',
    tenancy: 'store',
    doc: {
      summary: 'Get the sending domain',
      description:
        'Includes the sender and the DNS records. A store without a domain has the status `none` and no records.',
    },
    output: { body: SendingDomain },
    transaction: 'single-query',
    run: async ({ tx, services, now }) => toSendingDomain(await store.find(tx), services, now),
  }),
  operation({
    id: 'sending_domain.create',
    http: 'POST /sending-domain',
    ...admin,
    doc: {
      summary: 'Add a sending domain',
      description:
        'Creates a signing key and returns the DNS records with 201, or the existing ones with 200. Another domain replaces the current one. Emails use the new domain after its DKIM record is found.',
    },
    input: { body: withExample(ChosenDomain, { domain: 'mail.acme.example', fromLocalPart: 'hello' }) },
    output: { body: SendingDomain, status: 201, alsoAnswers: 200, location: '/sending-domain', errors: ['conflict'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, body, services, audit }) {
      const choice = readChoice(body)
      const made = await choose(db, { storeEnvId, organizationId: caller.organizationId }, services, audit, choice)
      return answer(made.isNew ? 201 : 200, made.domain)
    },
  }),
  operation({
    id: 'sending_domain.update',
    http: 'PUT /sending-domain',
    ...admin,
    doc: { summary: 'Set the sending domain', description: 'Same as `POST /sending-domain`, idempotent.' },
    input: { body: withExample(ChosenDomain, { domain: 'mail.acme.example', fromLocalPart: 'hello' }) },
    output: { body: SendingDomain, errors: ['conflict'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, body, services, audit }) {
      const choice = readChoice(body)
      return (await choose(db, { storeEnvId, organizationId: caller.organizationId }, services, audit, choice)).domain
    },
  }),
  operation({
    id: 'sending_domain.update_settings',
    http: 'PATCH /sending-domain/settings',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: { summary: 'Update the sender settings', description: 'Available on every plan, with or without a domain.' },
    input: { body: withExample(SendingSettings, { fromName: 'Acme', replyTo: 'help@acme.example' }) },
    output: { body: SendingDomain },
    async run({ tx, body, services, audit }) {
      await changeSettings(tx, audit, readSettings(body))
      return toSendingDomain(await store.find(tx), services, tx.now)
    },
  }),
  operation({
    id: 'sending_domain.verify',
    http: 'POST /sending-domain/verify',
    ...admin,
    doc: {
      summary: 'Verify the sending domain',
      description:
        'We also check every hour while the domain is pending or faulty, and otherwise once a day. All queried name servers must agree.',
    },
    output: { body: SendingDomain, errors: ['not_found'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, services, now }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      await checkNow({ db, services, now }, scope)
      const row = await db.store(scope, 'read', store.find)
      if (row.domain === null) throw notFound('sending domain; set one first')
      return toSendingDomain(row, services, now)
    },
  }),
  operation({
    id: 'sending_domain.rotate',
    http: 'POST /sending-domain/rotate',
    ...admin,
    doc: {
      summary: 'Rotate the signing key',
      description:
        'Adds a record under a second selector. The current key signs until the new record is found, and is then deleted.',
    },
    output: { body: SendingDomain, errors: ['not_found'] },
    transaction: 'manual',
    async run({ db, caller, storeEnvId, services, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const { domain } = await db.store(scope, 'read', store.find)
      if (domain === null) throw notFound('sending domain; set one first')
      const key = await makeKey()
      return db.store(scope, 'write', async (tx) => {
        await rotateKey(tx, audit, services.secrets, key)
        return toSendingDomain(await store.find(tx), services, tx.now)
      })
    },
  }),
  operation({
    id: 'sending_domain.delete',
    http: 'DELETE /sending-domain',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    plan: { whileLapsed: true },
    doc: {
      summary: 'Remove the sending domain',
      description: "Emails use the operator's domain again. Name and reply address stay.",
    },
    output: { errors: ['not_found'] },
    async run({ tx, audit }) {
      await deleteDomain(tx, audit)
      return undefined
    },
  }),
]

/** The key is created between two transactions, only if necessary and without a row lock. */
async function choose(db: StoreDb, scope: StoreScope, services: Services, audit: Audit, choice: DomainChoice) {
  const current = await db.store(scope, 'read', store.find)
  const key = current.domain === choice.domain ? undefined : await makeKey()
  return db.store(scope, 'write', async (tx) => {
    const isNew = await chooseDomain(tx, audit, services.secrets, choice, key)
    return { isNew, domain: toSendingDomain(await store.find(tx), services, tx.now) }
  })
}

function toSendingDomain(row: store.DomainRow, { config }: Services, now: Date): SendingDomain {
  const { domain, findings } = row
  const operators = parseAddress(config.mailFrom)
  const status = domain === null ? 'none' : (row.status ?? 'none')
  const includedInPlan = isInPlan(row.subscription, now, config.billing)
  return {
    status,
    includedInPlan,
    domain,
    domainUnicode: domain === null ? null : domainToUnicode(domain) || domain,
    fromLocalPart: row.from_local,
    fromName: row.from_name,
    replyTo: row.reply_to,
    sender: {
      name: chooseSenderName(row),
      from: status === 'verified' && includedInPlan ? `${row.from_local}@${domain}` : operators,
      replyTo: row.reply_to,
    },
    records:
      domain === null
        ? []
        : plannedRecords(domain, row.keys ?? [], config).map((each) => toRecord(each, findings ?? {})),
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
  }
}
