import { parseChoice } from '../../shell/search-values.ts'
import { pageTypeNames } from './names.ts'

export type PlacementSearch = { pageType?: keyof typeof pageTypeNames | undefined }

export const readPlacementSearch = ({ pageType }: Record<string, unknown>): PlacementSearch => ({
  pageType: parseChoice(pageTypeNames, pageType),
})
