import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSecrets } from '#platform/process/secrets.ts'
import { previewedBy, signPreview } from './preview-rules.ts'
import { changedContent, isSame, toContent } from './rules.ts'
import { findFault } from './selector.ts'

test('selectors accepted by browsers are accepted', () => {
  for (const selector of [
    'h1',
    '#product .description',
    'main > section:nth-child(2 of .a) ~ p',
    'a[href^="https://x.example/)"]',
    "[data-title='It\\'s [here']",
    ':is(h1, h2):not(.small)',
    '.a\\(b',
    '#büro',
    '[data-x="a]b"]',
    '>h1'.slice(1),
    '*',
  ])
    assert.equal(findFault(selector), undefined, selector)
})

test('selectors refused by browsers are refused with a reason', () => {
  for (const selector of [
    '',
    'h1,',
    ', h1',
    'main >',
    ':not(.a',
    '[a',
    'a]',
    'a)',
    '([)]',
    '[a="b]',
    "[a='",
    'a\\',
    '<img src=x onerror=alert(1)>',
    'a{color:red}',
    'a;b',
    'a\nb',
    'a\u0007',
  ])
    assert.match(findFault(selector) ?? '', /must|is not closed/, JSON.stringify(selector))
})

test('brackets inside quotation marks are ignored, and brackets outside must be paired', () => {
  const inner = fc.string({ unit: fc.constantFrom('(', ')', '[', ']', 'a', ' ') })
  fc.assert(
    fc.property(inner, (text) => {
      assert.equal(findFault(`[a="${text}"]`), undefined)
      if (!/^[()a ]*$/.test(text)) return
      let rest = text.replace(/[a ]/g, '')
      while (rest.includes('()')) rest = rest.replace('()', '')
      assert.equal(findFault(`a${text}`) === undefined, rest === '', text)
    }),
  )
})

const made = toContent({ name: ' Below ', widget: 'reviews', selector: ' h1 ' })

test('omitted fields are unchanged, also in rule and settings', () => {
  const id = '019A9F53-2d61-7f29-b3d4-99fa0b1c2d08'
  const first = changedContent(made, {
    rule: { productIds: [id] },
    settings: { heading: ' Said ', limit: 5 },
    startsAt: '2026-03-29T02:30:00+02:00',
  })
  const second = changedContent(first, { rule: { excludeProductIds: [] }, settings: { limit: null } })
  assert.deepEqual(
    [second.rule.productIds, second.isGeneral, second.heading, second.limit, second.startsAt, second.name],
    [[id.toLowerCase()], false, 'Said', null, '2026-03-29T00:30:00.000Z', 'Below'],
  )
  assert.ok(isSame(first, changedContent(first, { selector: 'h1  ', settings: { heading: 'Said ' } })))
  assert.ok(!isSame(first, second))
})

test('a placement whose products were deleted becomes general only by an explicitly empty product list', () => {
  const orphaned = { ...made, isGeneral: false }
  assert.equal(changedContent(orphaned, { name: 'Other' }).isGeneral, false)
  assert.equal(changedContent(orphaned, { rule: { excludeProductIds: [] } }).isGeneral, false)
  assert.equal(changedContent(orphaned, { rule: { productIds: [] } }).isGeneral, true)
})

const secrets = createSecrets('a secret key that is long enough for this')
const id = '019a9f53-2d61-7f29-b3d4-99fa0b1c2d08'

test('a preview is valid for a day, to the millisecond, in its own store', () => {
  const now = new Date('2026-03-28T12:00:00Z')
  const { token, expiresAt } = signPreview(secrets, 'store', id, now)
  assert.equal(expiresAt, '2026-03-29T12:00:00.000Z')
  const at = (instant: string, store = 'store', said = token) => previewedBy(secrets, store, said, new Date(instant))
  assert.equal(at('2026-03-29T11:59:59.999Z'), id)
  assert.equal(at('2026-03-29T12:00:00.000Z'), undefined)
  assert.equal(at('2026-03-28T13:00:00Z', 'another'), undefined)
  assert.equal(previewedBy(createSecrets('another secret key, as long as that'), 'store', token, now), undefined)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('a', 'b', '0', '.', '-', 'Z', '\u0000', 'é'), (i, sign) => {
      const changed = token.slice(0, i) + sign + token.slice(i + 1)
      assert.equal(at('2026-03-28T13:00:00Z', 'store', changed), changed === token ? id : undefined)
    }),
  )
  for (const text of ['', 'a', `${id}..`, `${id}.zzz.${'a'.repeat(43)}`, 'x'.repeat(10_000)])
    assert.equal(previewedBy(secrets, 'store', text, now), undefined)
})
