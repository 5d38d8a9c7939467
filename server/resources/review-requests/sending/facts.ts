import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { decideSubscriptionState } from '#resources/billing/rules.ts'
import { readRecentTimes, readStoreFacts } from '#resources/email/sending/pacing-commands.ts'
import type { StoreFacts } from '#resources/email/sending/pacing-rules.ts'
import { readSettings } from '#resources/email/settings/commands.ts'
import { findSuppressed } from '#resources/email-suppressions/commands.ts'
import { type AddressFacts, type DueRequest, limitsRequests, type Sending, type Terms } from './rules.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

export type StoreTerms = Terms & { store: StoreFacts }

export async function readTerms(
  tx: StoreTx,
  { config }: Pick<Services, 'config'>,
  options: { hold: boolean },
): Promise<StoreTerms | undefined> {
  const facts = await readStoreFacts(tx, options.hold)
  if (!facts) return undefined
  const settings = await readSettings(tx)
  return {
    settings,
    isLapsed: decideSubscriptionState(facts, tx.now, config.billing).lapsed,
    timezone: facts.timezone,
    store: facts,
  }
}

export type SendingFacts = { terms: StoreTerms; found: DueRequest[]; facts: AddressFacts }

/** Locks the store, so that other sweeps wait, before `lockDue` locks the due rows. */
export async function readFacts(
  tx: StoreTx,
  services: Services,
  sending: Sending,
  lockDue: () => Promise<{ id: string }[]>,
): Promise<SendingFacts | undefined> {
  const terms = await readTerms(tx, services, { hold: true })
  const due = await lockDue()
  if (!terms || due.length === 0) return undefined
  const found = await store.list(
    tx,
    due.map(({ id }) => id),
  )
  const emails = [...new Set(found.flatMap(({ email }) => email ?? []))]
  const suppressed = await findSuppressed(tx, services.secrets, emails, 'review_requests')
  const recent = sending === 'immediate' ? new Map() : await readRecentTimes(tx, emails, terms)
  const days = terms.settings.frequencyCap?.requestDays ?? 0
  const asked =
    limitsRequests(terms, sending) && emails.length > 0
      ? await store.listAsked(tx, emails, new Date(tx.now.getTime() - days * dayMs))
      : []
  return {
    terms,
    found,
    facts: { suppressed, recent, asked: new Map(asked.map(({ email, isAsked }) => [email, isAsked])) },
  }
}
