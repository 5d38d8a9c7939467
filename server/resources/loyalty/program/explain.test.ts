import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain, type Rules } from './explain.ts'

const plain: Rules = {
  pointsPerUnit: 1,
  currency: null,
  holdDays: 0,
  expiryDays: null,
  birthdayPoints: 0,
  referral: { advocatePoints: 0, friendPoints: 0, minimumTotal: '0' },
}
const explainKinds = (rules: Partial<Rules>) => explain({ ...plain, ...rules }).map(({ kind }) => kind)
const said = (rules: Partial<Rules>, kind: string) => {
  const { en, de } = explain({ ...plain, ...rules }).find((each) => each.kind === kind) ?? {}
  return [en, de].map((text) => text?.replaceAll('\u00a0', ' '))
}

test('rules without an effect are not mentioned', () => {
  assert.deepEqual(explainKinds({}), ['order', 'refund'])
  assert.deepEqual(explainKinds({ pointsPerUnit: 0, holdDays: 3 }), [])
  assert.deepEqual(
    explainKinds({
      holdDays: 1,
      expiryDays: 365,
      birthdayPoints: 5,
      referral: { advocatePoints: 0, friendPoints: 3, minimumTotal: '0' },
    }),
    ['order', 'refund', 'hold', 'birthday', 'referral', 'expiry'],
  )
})

test('a rate of 0.05 points for €1 is worded as 1 point for €20', () => {
  assert.deepEqual(said({}, 'order'), ['1 point for every 1.00 of an order.', '1 Punkt für je 1,00 einer Bestellung.'])
  assert.deepEqual(said({ pointsPerUnit: 0.05, currency: 'EUR' }, 'order'), [
    '1 point for every €20 of an order.',
    '1 Punkt für je 20 € einer Bestellung.',
  ])
  assert.equal(said({ pointsPerUnit: 0.3, currency: 'EUR' }, 'order')[0], '0.3 points for every €1 of an order.')
  assert.equal(said({ pointsPerUnit: 12.5, currency: 'JPY' }, 'order')[0], '12.5 points for every ¥1 of an order.')
})

test('every language has every rule, with its own plural forms', () => {
  const rules = { ...plain, holdDays: 2, expiryDays: 5, birthdayPoints: 3, currency: 'EUR' }
  const referral = { advocatePoints: 22, friendPoints: 1, minimumTotal: '20' }
  const all = explain({ ...rules, referral })
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['order', 'refund', 'hold', 'birthday', 'referral', 'expiry'],
  )
  for (const { kind, ...said } of all) {
    assert.equal(Object.keys(said).length, 10)
    assert.equal(new Set(Object.values(said)).size, 10, `${kind} is said in the same words twice`)
    for (const text of Object.values(said)) assert.doesNotMatch(text, /[{}]|undefined|\s\s/)
  }
  const words = (kind: string, language: 'pl' | 'ar' | 'he' | 'fr' | 'pt') =>
    all.find((each) => each.kind === kind)?.[language].replaceAll('\u00a0', ' ')
  assert.equal(words('hold', 'pl'), 'Punkty za zamówienie można wykorzystać po 2 dniach.')
  assert.equal(words('birthday', 'pl'), '3 punkty na urodziny, raz w roku.')
  assert.match(words('referral', 'pl') ?? '', /^22 punkty, .* 20,00 €|20 €.* 1 punkt\.$/)
  assert.match(words('hold', 'ar') ?? '', /بعد يومين\.$/)
  assert.match(words('hold', 'he') ?? '', /אחרי יומיים\.$/)
  assert.equal(words('order', 'pt'), '1 ponto por cada 1 € de uma encomenda.')
  assert.equal(words('order', 'fr'), '1 point par tranche de 1 € d’une commande.')
})

test('one day is worded in the singular, and a referral states its minimum', () => {
  assert.deepEqual(said({ holdDays: 1 }, 'hold'), [
    'The points of an order can be spent after 1 day.',
    'Die Punkte einer Bestellung lassen sich nach 1 Tag einlösen.',
  ])
  assert.equal(said({ holdDays: 14 }, 'hold')[1], 'Die Punkte einer Bestellung lassen sich nach 14 Tagen einlösen.')
  const referral = { advocatePoints: 200, friendPoints: 100, minimumTotal: '20' }
  assert.equal(
    said({ referral, currency: 'EUR' }, 'referral')[0],
    '200 points when a friend you referred places a first order of at least €20. Your friend gets 100 points.',
  )
})
