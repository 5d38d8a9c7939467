import { Type } from 'typebox'
import type { Area } from '#platform/areas/area.ts'
import { beforeCommit } from '#platform/areas/events.ts'
import { shopHearers } from '#resources/connectors/shop-reading/commands.ts'
import { productsPushed } from '#resources/products/events.ts'
import { placeByName } from './commands.ts'
import { shopCategories } from './from-shops.ts'
import operations from './routes.ts'

const Name = Type.String({ minLength: 1, maxLength: 255 })

export default {
  name: 'categories',
  adminPages: ['products'],
  operations,
  subscribers: [
    beforeCommit([productsPushed], (tx, events) =>
      placeByName(
        tx,
        events.flatMap(({ data }) => data.products),
      ),
    ),
  ],
  contributions: [shopHearers.of(shopCategories)],
  archive: [
    { table: 'categories', type: 'category', columns: { name: Name, platform_category_id: Name } },
    { table: 'category_products' },
  ],
} satisfies Area
