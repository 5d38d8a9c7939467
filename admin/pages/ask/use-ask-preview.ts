import { useQueries } from '@tanstack/react-query'
import type { PreviewData } from '../../api/mail/email-templates.ts'
import { productQuery } from '../../api/products.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { type ShownPreview, usePreview } from '../templates/use-preview.ts'
import type { Person } from './people.ts'

/** Shows the email to the first customer. `isExample` is true while customer or products are invented. */
export function useAskPreview(
  people: readonly Person[],
  productIds: readonly string[],
): ShownPreview & { isExample: boolean } {
  const storeId = useStoreId()
  const found = useQueries({ queries: productIds.map((id) => productQuery(storeId, id)) })
  const products = found.flatMap(({ data }) =>
    data ? [{ title: data.title ?? data.platformProductId, imageUrl: data.imageUrl }] : [],
  )
  const [person] = people
  const data: PreviewData = {
    ...(person && { customer: { name: person.name || null, firstName: person.name.split(' ')[0] || null } }),
    ...(products.length > 0 && { products }),
  }
  const shown = usePreview({ name: 'review_request', ...(Object.keys(data).length > 0 && { data }) })
  return { ...shown, isExample: !person || products.length === 0 }
}
