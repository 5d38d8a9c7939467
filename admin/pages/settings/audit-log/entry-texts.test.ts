import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areas } from '../../../../server/entry/areas.ts'
import { EmailSettings } from '../../../../server/resources/email/settings/schema.ts'
import { SequenceChanges } from '../../../../server/resources/email-sequences/schema.ts'
import { OrganizationChange } from '../../../../server/resources/orgs/schema.ts'
import { webhookChanges } from '../../../../server/resources/outbound-webhooks/schema.ts'
import { moderationReasons } from '../../../../server/resources/reviews/schema.ts'
import { ReviewSettings } from '../../../../server/resources/reviews/submissions/settings-schema.ts'
import type { AuditEntry } from '../../../api/account/account.ts'
import { readCatalogue } from '../../../language/catalogue.ts'
import { choices, formatAction, formatActor } from './entry-texts.ts'
import { termOf, terms } from './terms.ts'

const entry = (action: string, given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1',
  action,
  actor: { type: 'user', id: 'u1', name: 'Ada Lovelace' },
  target: null,
  storeEnvId: null,
  address: null,
  userAgent: null,
  at: '2026-03-01T09:00:00Z',
  details: null,
  ...given,
})

const sentence = (given: AuditEntry) => `${formatActor(given.actor)} ${formatAction(given, 'Larkmoor')}`

test('every action has a sentence and a filter option, and no unknown action has one', () => {
  const offered = choices.flatMap(({ actions }) => actions.map(({ action }) => action))
  assert.deepEqual(offered.sort(), [...areas.auditActions].sort())
  for (const action of areas.auditActions) {
    const target = { type: 'thing', id: '2', name: 'Aurora' }
    for (const given of [entry(action), entry(action, { target })]) {
      const facts = sentence(given)
      assert.doesNotMatch(facts, /did:|_|undefined|null|\[object|\s$| {2}/, facts)
    }
  }
})

test('a sentence names the actor, the target and the object', () => {
  const role = { type: 'member', id: '2', name: 'Vera Holt' }
  assert.equal(sentence(entry('review.approved')), 'Ada Lovelace approved a review')
  const review = { type: 'review', id: '3', name: 'Stoneware mug' }
  assert.equal(
    sentence(entry('review.marked_spam', { target: review })),
    'Ada Lovelace marked a review of Stoneware mug as spam',
  )
  assert.equal(
    sentence(entry('member.updated', { target: role, details: { role: 'ADMIN', was: { role: 'VIEWER' } } })),
    'Ada Lovelace made Vera Holt Admin instead of Viewer',
  )
  assert.equal(
    sentence(entry('reviews.bulk_updated', { details: { reviews: 3, statuses: { approved: 2, spam: 1 } } })),
    'Ada Lovelace changed 3 reviews together: 2 approved and 1 spam',
  )
  assert.equal(
    sentence(entry('session.sign_in_failed', { actor: { type: 'visitor' }, target: role })),
    'Somebody failed to sign in as Vera Holt',
  )
  assert.equal(
    sentence(entry('email_settings.updated', { details: { changed: ['fromName', 'replyTo'] } })),
    'Ada Lovelace changed from name and reply to of Larkmoor',
  )
  const reviewSettings = (details: AuditEntry['details']) => sentence(entry('reviews.settings_updated', { details }))
  assert.equal(
    reviewSettings({ buyersOnly: true, translate: ['de'] }),
    'Ada Lovelace changed reviews by buyers only and translations of Larkmoor',
  )
  assert.equal(reviewSettings(null), 'Ada Lovelace changed the review settings of Larkmoor')
})

test('fields and reasons have a text in every language', () => {
  const { properties: ofWebhook } = webhookChanges(['review.created']) as unknown as { properties: object }
  const fields = [EmailSettings, OrganizationChange, ReviewSettings, SequenceChanges].flatMap(({ properties }) =>
    Object.keys(properties),
  )
  for (const name of [...fields, ...Object.keys(ofWebhook), ...moderationReasons])
    assert.ok(terms[name] ?? terms[`${name}_`] ?? name === 'version', name)
  const german = readCatalogue('de').get('settings-audit-log') ?? {}
  for (const text of Object.values(terms)) assert.ok(german[text], text)
})

test('an unknown field appears under its own name', () => {
  assert.equal(termOf('wingSpan_ofMoon'), 'wing span of moon')
  assert.equal(termOf('role'), 'role')
})

test('an entry names an app with its person, and the reason for a disconnection', () => {
  const app = { type: 'oauth', id: 'g1', name: 'Inventory (Ada Lovelace)' }
  assert.equal(sentence(entry('review.approved', { actor: app })), 'The app Inventory (Ada Lovelace) approved a review')
  const names = [{ name: 'Stripe' }, { name: 'sending domain' }, {}].map((each) =>
    formatActor({ type: 'system', ...each }),
  )
  assert.deepEqual(names, ['Stripe', 'Evident', 'Evident'])
  const target = { type: 'oauth_grant', id: 'g1', name: 'Inventory' }
  const ended = (reason: string) => formatAction(entry('oauth.revoked', { target, details: { reason } }), 'Larkmoor')
  assert.equal(ended('by_admin'), 'disconnected Inventory')
  assert.equal(ended('by_person'), 'disconnected Inventory')
  assert.equal(ended('code_replayed'), 'disconnected Inventory, because its code was used twice')
  assert.equal(
    sentence(entry('oauth.granted', { target, details: { role: 'MEMBER' } })),
    'Ada Lovelace let Inventory act for them as Member',
  )
})

test('an entry for a replaced secret says whether the previous secret is still valid', () => {
  const target = { type: 'oauth_client', id: 'c1', name: 'Inventory' }
  const replaced = (endPrevious: boolean) =>
    formatAction(entry('oauth_client.secret_rotated', { target, details: { endPrevious } }), 'Larkmoor')
  assert.equal(replaced(false), 'replaced the secret of the app “Inventory”')
  assert.equal(replaced(true), 'replaced the secret of the app “Inventory”, and ended the previous secret')
})

test('an unknown action appears under its own name', () => {
  assert.equal(sentence(entry('moon.landed_on')), 'Ada Lovelace did: moon landed on')
})
