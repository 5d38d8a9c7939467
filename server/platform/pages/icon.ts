// The icon of shoppers' pages. It is a star, because the pages belong to the shop and not to us. Browsers cache it.
import type { FastifyInstance } from 'fastify'
import { createAsset, sendAsset } from '../values/asset.ts'

const icon = createAsset(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#c2680a" d="M12 1.6l3.2 6.5 7.2 1-5.2 5 1.2 7.2-6.4-3.4-6.4 3.4 1.2-7.2-5.2-5 7.2-1z"/></svg>',
  'image/svg+xml',
  { 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'same-origin' },
)

export const iconPath = `/icon-${icon.hash}.svg`

export const iconRoute = (app: FastifyInstance): void =>
  void app.get(iconPath, (request, reply) => sendAsset(request, reply, icon))
