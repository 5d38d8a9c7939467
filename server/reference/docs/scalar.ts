// The script comes from the installed package, not a CDN, because documentation must work without internet access.

import fastify from 'fastify'
import { type Asset, createAsset } from '#platform/values/asset.ts'

let script: Promise<Asset> | undefined

/** Loaded on first use: the package contains its 4 MB script as a string, which most processes never need. */
export function scalarScript(): Promise<Asset> {
  script ??= loadScript()
  return script
}

async function loadScript(): Promise<Asset> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const probe = fastify()
  await probe.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
  const answer = await probe.inject('/reference/js/scalar.js')
  await probe.close()
  if (answer.statusCode !== 200) throw new Error('@scalar/fastify-api-reference no longer serves js/scalar.js')
  const source = answer.body.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  return createAsset(source, 'text/javascript; charset=utf-8', {
    'cache-control': 'public, max-age=31536000, immutable',
  })
}
