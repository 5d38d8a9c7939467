// Serves the empty page into which the admin application puts mail whose text may come from strangers. A frame
// filled from a text inherits the policy of the page around it, which forbids the inline styles that mail is made of; this
// one has a policy of its own. Refuses scripts twice (its policy, and the sandbox), forms, frames, and any other page that
// would put it into a frame.
import type { FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../values/asset.ts'

/** Same-origin, so that the application can reach in: without scripts nothing in the frame can reach out. */
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
    // Whose images are shown need not learn where.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
)

export function mailFrameRoute(app: FastifyInstance, path: string): void {
  app.get(path, (request, reply) => sendAsset(request, reply, frame))
}
