// The sandbox gives the page an opaque origin, so that neither the widget nor customers' texts can access the application.
import type { FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../values/asset.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src https: http: data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

const frame = createAsset(
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Widget</title><script type="module" src="/widgets/v1/preview.js"></script></head><body></body></html>\n',
  'text/html; charset=utf-8',
  {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
)

export function widgetFrameRoute(app: FastifyInstance, path: string): void {
  app.get(path, (request, reply) => sendAsset(request, reply, frame))
}
