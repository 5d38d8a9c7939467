import type { PageType } from '../../api/content/placements.ts'
import { parseChoice } from '../../shell/search-values.ts'

export const pageTypeNames: Record<PageType, string> = {
  product: 'Product pages',
  category: 'Category pages',
  home: 'The home page',
  cart: 'The cart',
  other: 'Other pages',
  any: 'All pages',
}

export type PlacementSearch = { pageType?: keyof typeof pageTypeNames | undefined }

export const readPlacementSearch = ({ pageType }: Record<string, unknown>): PlacementSearch => ({
  pageType: parseChoice(pageTypeNames, pageType),
})
