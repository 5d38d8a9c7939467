// A frame filled from a text inherits a policy that forbids mail's inline styles, so this page has its own.
import type { FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../values/asset.ts'

/** Same-origin, so that the application can fill it. Without scripts nothing in the frame can reach out. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: http: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const frame = createAsset(
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head><body></body></html>\n',
  'text/html; charset=utf-8',
  {
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    // Hosts of images do not learn the page's address.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
)

export function mailFrameRoute(app: FastifyInstance, path: string): void {
  app.get(path, (request, reply) => sendAsset(request, reply, frame))
}
