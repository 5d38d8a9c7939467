import type { Area } from '#platform/area.ts'
import { beforeCommit } from '#platform/events.ts'
import { shopHearers } from '#resources/connectors/shops/reading/commands.ts'
import { productsPushed } from '#resources/products/events.ts'
import { placeByName } from './commands.ts'
import { shopCategories } from './from-shops.ts'
import operations from './routes.ts'

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
  archive: [{ table: 'categories', type: 'category' }, { table: 'category_products' }],
} satisfies Area
