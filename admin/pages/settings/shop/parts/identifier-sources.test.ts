import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platforms } from '../../../../../server/integrations/shops/shop.ts'
import { platformNamed } from '../../../../../server/resources/connectors/shops/adapters.ts'
import { joinSource, sources, sourceText, splitSource } from './identifier-sources.ts'

test('every selectable source is supported by the platform, and the default sources are selectable', () => {
  for (const name of platforms) {
    const platform = platformNamed(name, {})
    assert.ok(platform, name)
    const { native, keyed } = sources[name]
    const offered = [...Object.keys(native), ...keyed.map(({ prefix, placeholder }) => joinSource(prefix, placeholder))]
    for (const source of offered)
      for (const kind of ['gtin', 'mpn', 'brand'] as const)
        assert.equal(platform.refusedSource(kind, source ?? ''), undefined, `${name}: ${source}`)
    for (const source of Object.values(platform.identifiers)) {
      if (source === null) continue
      const { choice } = splitSource(source)
      assert.ok(choice in native || keyed.some(({ prefix }) => prefix === choice), `${name}: ${source}`)
    }
  }
})

test('splitting and joining a source returns the same source for any key', () => {
  for (const source of [null, 'sku', 'meta:custom.mpn', 'meta:a:b', 'attribute:Größe & Farbe'])
    assert.equal(joinSource(splitSource(source).choice, splitSource(source).key), source)
  assert.equal(sourceText('woocommerce', 'attribute:Brand'), 'An attribute: Brand')
  assert.equal(sourceText('shopify', null), 'Nowhere')
})
