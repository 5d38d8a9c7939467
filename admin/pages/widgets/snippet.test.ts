import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { placeFor } from './paste-texts.ts'
import { widgetNames } from './search.ts'
import { buildSnippet, type SnippetChoice } from './snippet.ts'
import { widgetOf } from './widgets.ts'

const place = { origin: 'https://reviews.example.com', store: '019a0000-0000-7000-8000-000000000001' }
const nothing: SnippetChoice = { attributes: {}, properties: {} }

test('the snippet has only chosen attributes, each safely escaped', () => {
  const chosen = {
    attributes: { heading: 'Said by "buyers" <b> {{ shop.secret }} <?php phpinfo(); ?>', limit: '', locale: ' de ' },
    properties: { '--evident-accent': '#43552f', '--evident-star': '' },
  }
  for (const platform of ['html', 'shopify', 'woocommerce'] as const) {
    const snippet = buildSnippet(widgetOf('reviews'), chosen, platform, place)
    assert.match(snippet, /--evident-accent: #43552f;/)
    assert.doesNotMatch(snippet, /--evident-star|limit=|shop\.secret }}|<b>|phpinfo\(\); \?>/)
    assert.match(snippet, / heading="Said by &quot;buyers&quot; &lt;b&gt; &#123;&#123;/)
    assert.match(snippet, / locale="de"/)
  }
})

test('each widget names its product in the syntax of each kind of shop', () => {
  for (const name of widgetNames) {
    const widget = widgetOf(name)
    const [html, shopify, woo] = (['html', 'shopify', 'woocommerce'] as const).map((platform) =>
      buildSnippet(widget, nothing, platform, place),
    )
    for (const snippet of [html, shopify, woo])
      assert.match(
        String(snippet),
        new RegExp(`${place.origin}/widgets/v1/${widget.script}\\.js" data-store="${place.store}"`),
      )
    if (widget.about !== 'product') continue
    assert.match(String(html), / product="PRODUCT_ID"/)
    assert.match(String(shopify), / product="{{ product\.id }}"/)
    assert.match(String(woo), /\$product->get_id\(\)[\s\S]* product="<\?php echo esc_attr\( \$evident_id \); \?>"/)
  }
})

test('a page without template variables gets the id of the chosen product, safely escaped', () => {
  const chosen = { ...nothing, product: 'mug "01"' }
  assert.match(buildSnippet(widgetOf('reviews'), chosen, 'html', place), / product="mug &quot;01&quot;"/)
  assert.match(buildSnippet(widgetOf('reviews'), chosen, 'shopify', place), / product="{{ product\.id }}"/)
  assert.doesNotMatch(buildSnippet(widgetOf('carousel'), chosen, 'html', place), /product=/)
})

test("a gallery's snippet contains its id, and is a shortcode in WooCommerce", () => {
  const chosen = { ...nothing, about: '019a0000-0000-7000-8000-00000000000a' }
  assert.match(
    buildSnippet(widgetOf('gallery'), chosen, 'html', place),
    / gallery="019a0000-0000-7000-8000-00000000000a"/,
  )
  assert.match(buildSnippet(widgetOf('gallery'), chosen, 'woocommerce', place), /add_shortcode\( 'evident_gallery'/)
})

test('a store-wide widget names a product only if chosen; a floating tab comes last', () => {
  const ofProduct = { ...nothing, subject: 'product' as const }
  for (const name of ['carousel', 'badge', 'tab', 'photos'] as const) {
    const widget = widgetOf(name)
    for (const platform of ['html', 'shopify', 'woocommerce'] as const)
      assert.doesNotMatch(buildSnippet(widget, nothing, platform, place), /product=/, `${name} ${platform}`)
    assert.match(buildSnippet(widget, ofProduct, 'html', place), / product="PRODUCT_ID"/)
    assert.match(buildSnippet(widget, ofProduct, 'shopify', place), / product="{{ product\.id }}"/)
    assert.match(
      buildSnippet(widget, ofProduct, 'woocommerce', place),
      / product="<\?php echo esc_attr\( \$evident_id \); \?>"/,
    )
  }
  assert.match(buildSnippet(widgetOf('carousel'), nothing, 'woocommerce', place), /add_shortcode\( 'evident_carousel'/)
  assert.match(
    buildSnippet(widgetOf('carousel'), ofProduct, 'woocommerce', place),
    /woocommerce_after_single_product_summary/,
  )
  const tab = buildSnippet(widgetOf('tab'), nothing, 'woocommerce', place)
  assert.match(tab, /add_action\( 'wp_footer'/)
  assert.doesNotMatch(tab, /is_product/)
  assert.match(buildSnippet(widgetOf('tab'), ofProduct, 'woocommerce', place), /if \( ! is_product\(\) \) return;/)
  assert.doesNotMatch(placeFor(widgetOf('tab'), nothing, 'shopify'), /product template/)
  assert.match(placeFor(widgetOf('tab'), ofProduct, 'shopify'), /product template/)
})

test("the reserved height equals the guide's, also in narrow windows", () => {
  const guide = readFileSync(new URL('../../../docs/guides/widgets.md', import.meta.url), 'utf8')
  for (const name of widgetNames) {
    const style = /<style>(.*)<\/style>/.exec(buildSnippet(widgetOf(name), nothing, 'html', place))?.[1]
    for (const [rule] of (style ?? '').matchAll(/evident-[\w-]+ \{ [^}]* }/g))
      if (!rule.startsWith('evident-faq')) assert.ok(guide.includes(rule), rule)
  }
})

test('the empty heading field shows the heading that the widget has by default', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8'))
  const headings = {
    reviews: read('reviews').heading,
    faq: read('faq').heading,
    carousel: read('shown-reviews').heading,
    photos: read('gallery').gallery,
    loyalty: read('loyalty').heading,
  }
  for (const [name, heading] of Object.entries(headings) as [keyof typeof headings, string][])
    assert.equal(widgetOf(name).attributes.find((each) => each.name === 'heading')?.usual, heading, name)
  for (const name of ['reviews', 'carousel'] as const)
    assert.equal(
      widgetOf(name).attributes.find((each) => each.name === 'heading')?.usualOfShop,
      read('shown-reviews').ofShop,
      name,
    )
})
