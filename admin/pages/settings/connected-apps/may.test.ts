import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAreas } from '#resources/oauth/rules.ts'
import { areas } from '../../../../server/entry/areas.ts'
import type { AppConnection } from '../../../api/account/connected-apps.ts'
import { areaNames, formatSummary, listSentences } from './may.ts'

const connection = (given: Partial<AppConnection>): AppConnection => ({
  id: 'g1',
  client: { id: 'c1', name: 'Inventory', registered: true },
  user: { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.com' },
  stores: [{ id: 's1', name: 'Larkmoor' }],
  role: 'ADMIN',
  scopes: ['write'],
  createdAt: '2026-11-23T10:00:00.000Z',
  lastUsedAt: null,
  ...given,
})

test('every area that a program can access has a name', () => {
  const missing = openAreas(areas.operations).filter(({ area }) => !(area in areaNames))
  assert.deepEqual(missing, [])
})

test('a summary names what can be read and changed', () => {
  assert.equal(formatSummary({ role: 'ADMIN', scopes: ['write'] }), 'Sees and changes everything')
  assert.equal(formatSummary({ role: 'ADMIN', scopes: ['read'] }), 'Sees everything; changes nothing')
  assert.equal(
    formatSummary({ role: 'MEMBER', scopes: ['orders:read', 'reviews:write'] }),
    'Sees orders and reviews; changes reviews',
  )
  assert.equal(
    formatSummary({ role: 'ADMIN', scopes: ['read', 'products:write'] }),
    'Sees everything; changes products',
  )
  assert.equal(
    formatSummary({ role: 'MEMBER', scopes: ['orders:read', 'reviews:read', 'products:read', 'faqs:read'] }),
    'Sees orders, reviews, and 2 more; changes nothing',
  )
})

test('a Viewer cannot change anything, whichever scopes it has', () => {
  assert.equal(formatSummary({ role: 'VIEWER', scopes: ['write'] }), 'Sees everything; changes nothing')
  const said = listSentences(connection({ role: 'VIEWER', scopes: ['reviews:write'] }))
  assert.ok(said.includes('It can see reviews.') && said.includes('It can change nothing.'), said.join('\n'))
  assert.ok(!said.some((each) => each.startsWith('As ')), said.join('\n'))
})

test('the sentences name stores, areas, what the role allows, and the person whose access limits the app', () => {
  assert.deepEqual(listSentences(connection({ role: 'MEMBER', scopes: ['reviews:write', 'outbound-webhooks:read'] })), [
    'It reaches Larkmoor, and no store that is opened later.',
    'It can see reviews and webhooks to other services.',
    'It can change reviews, as far as its role allows.',
    'As a Member it can do the daily work with reviews: approve, answer, import and delete them, and send requests.',
    'It can never do more than Ada Lovelace can, and it is stopped when they leave the organization.',
    'Shoppers’ email addresses are shown to it masked. Members, API keys, payments and sign-in are closed to it.',
  ])
})
