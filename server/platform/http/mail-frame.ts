// A frame filled by `srcdoc` inherits its page's policy, which forbids a mail's inline styles. This page therefore has its
// own policy.
import type { FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../values/asset.ts'

/**
 * The frame is same-origin, so that the application can fill it. It runs no scripts, so its content cannot reach the
 * application.
 */
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
    // The hosts of a mail's images do not receive the page's address.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
)

export function mailFrameRoute(app: FastifyInstance, path: string): void {
  app.get(path, (request, reply) => sendAsset(request, reply, frame))
}
