import { domainToUnicode } from 'node:url'
import { type Audit, auditAs } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { OrganizationDb, OrganizationTx } from '#platform/db/db.ts'
import { readDomain } from '#platform/mail/domain-name.ts'
import { createDnsLookup, type NameServerAnswer } from '#platform/process/dns-lookup.ts'
import { AppError, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { enqueueForOwnersIn } from '#resources/account/owner-commands.ts'
import {
  afterCheck,
  type DomainOutcome,
  decideStatus,
  domainTaken,
  lostMail,
  maxDomains,
  recordName,
  recordValue,
} from './rules.ts'
import type { Domain } from './schema.ts'
import * as store from './store.ts'

type Secrets = Services['secrets']

export async function addDomain(tx: OrganizationTx, audit: Audit, secrets: Secrets, given: string): Promise<Domain> {
  const read = readDomain(given)
  if ('problem' in read) throw invalidField('/domain', read.problem)
  const id = newId(tx.now.getTime())
  // The first automatic check waits, because the record must be published first.
  const nextCheckAt = new Date(tx.now.getTime() + 600_000)
  if (
    (await store.insertDomain(
      tx,
      { id, domain: read.domain, written: domainToUnicode(read.domain), nextCheckAt },
      maxDomains,
    )) === 0
  )
    throw new AppError(
      409,
      'limit_reached',
      `An organization can prove at most ${maxDomains} domains. Delete one first.`,
    )
  await audit(tx, 'single_sign_on.domain_added', { type: 'domain', id, name: read.domain })
  return domainOfId(tx, secrets, id)
}

export async function deleteDomain(tx: OrganizationTx, audit: Audit, id: string): Promise<void> {
  const row = await store.lockDomain(tx, id)
  if (!row) throw noDomain(id)
  await store.deleteDomain(tx, id)
  await audit(tx, 'single_sign_on.domain_removed', { type: 'domain', id, name: row.domain })
}

type Outside = { db: OrganizationDb; services: Services }

/** Queries the name servers between two transactions, so a slow server locks no row. */
export async function checkDomain({ db, services }: Outside, organizationId: string, id: string): Promise<Domain> {
  const row = await db.organization(organizationId, 'read', (tx) => store.findDomain(tx, id))
  if (!row) throw noDomain(id)
  const answers = await createDnsLookup(services.config.dnsServers).txt(recordName(row.domain))
  const value = recordValue(deriveToken(services.secrets, row))
  const { outcome, found } = judge(answers, value)
  const settled = (judged: DomainOutcome) =>
    db.organization(organizationId, 'write', async (tx) => {
      await settle(tx, id, judged, found)
      return domainOfId(tx, services.secrets, id)
    })
  try {
    return await settled(outcome)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'domain_taken')) throw error
    // The domain is checked again in an hour, because the other organization may remove it.
    await settled('unknown')
    throw domainTaken()
  }
}

async function settle(tx: OrganizationTx, id: string, outcome: DomainOutcome, found: string[]): Promise<void> {
  const row = await store.lockDomain(tx, id)
  if (!row) throw noDomain(id)
  const before = {
    provenAt: parseDate(row.provenAt),
    failingSince: parseDate(row.failingSince),
    createdAt: new Date(row.createdAt),
  }
  const next = afterCheck(before, outcome, tx.now)
  await store.updateDomain(tx, id, outcome === 'unknown' ? row.found : found, next)
  const target = { type: 'domain', id, name: row.domain }
  if (before.provenAt === null && next.provenAt !== null) await audit(tx, 'single_sign_on.domain_proven', target)
  if (before.provenAt === null || next.provenAt !== null) return
  await audit(tx, 'single_sign_on.domain_lost', target)
  await enqueueForOwnersIn(tx, lostMail, { organizationId: tx.organizationId, domain: row.domain })
}

const audit = auditAs({ type: 'system', name: 'single sign-on' })

/** The value counts as found only if every name server returns it. */
function judge(answers: readonly NameServerAnswer[], value: string): { outcome: DomainOutcome; found: string[] } {
  const values = answers.flatMap((each) => ('values' in each ? [each.values] : []))
  const found = [...new Set(values.flat())].slice(0, 10)
  if (values.length < answers.length) return { outcome: 'unknown', found }
  return { outcome: values.every((each) => each.includes(value)) ? 'found' : 'missing', found }
}

async function domainOfId(tx: OrganizationTx, secrets: Secrets, id: string): Promise<Domain> {
  const row = await store.findDomain(tx, id)
  if (!row) throw noDomain(id)
  return toDomain(secrets, row)
}

export function toDomain(secrets: Secrets, row: store.DomainRow): Domain {
  const { organizationId: _, ...rest } = row
  const record = { type: 'TXT', name: recordName(row.domain), value: recordValue(deriveToken(secrets, row)) }
  return { ...rest, status: decideStatus(row), record }
}

/** The value is stable for the deployment, so a domain that is added again is proven by its existing record. */
const deriveToken = (
  secrets: Secrets,
  { organizationId, domain }: Pick<store.DomainRow, 'organizationId' | 'domain'>,
) => secrets.tokenFor(`single sign-on domain ${organizationId} ${domain}`).slice(0, 32)

const noDomain = (id: string) => notFound('domain', id)

const parseDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
