import { useQuery } from '@tanstack/react-query'
import { categoryQuery } from '../../../api/categories.ts'
import { productQuery } from '../../../api/products.ts'
import { languageName } from '../../../components/forms/languages.ts'
import { formatDate } from '../../../components/values/dates.ts'
import { useInbox } from '../state/inbox.ts'
import { type InboxSearch, orderNames } from '../state/search.ts'
import { FilterChip } from './FilterChip.tsx'
import { nameRating, originNames, replyNames, subjectNames } from './names.ts'

type Props = { onRemove(change: InboxSearch): void }

/** Says in one row which filters are on. */
export function FilterChips({ onRemove }: Props) {
  const { search } = useInbox()
  const { order, rating, subject, productId, categoryId, origin, imported, answered, language, from, until } = search
  const chosenOrigin = origin ?? imported
  return (
    <ul aria-label="Active filters" className="-mx-4 flex gap-1.5 sideways px-4 empty:hidden sm:-mx-5 sm:px-5">
      {order && <FilterChip onRemove={() => onRemove({ order: undefined })}>Sort: {orderNames[order]}</FilterChip>}
      {rating && <FilterChip onRemove={() => onRemove({ rating: undefined })}>Rating: {nameRating(rating)}</FilterChip>}
      {subject && (
        <FilterChip onRemove={() => onRemove({ subject: undefined })}>About: {subjectNames[subject]}</FilterChip>
      )}
      {productId && (
        <FilterChip onRemove={() => onRemove({ productId: undefined })}>
          Product: <ProductName id={productId} />
        </FilterChip>
      )}
      {categoryId && (
        <FilterChip onRemove={() => onRemove({ categoryId: undefined })}>
          Category: <CategoryName id={categoryId} />
        </FilterChip>
      )}
      {chosenOrigin !== undefined && (
        <FilterChip onRemove={() => onRemove({ origin: undefined, imported: undefined })}>
          Origin: {originNames[`${chosenOrigin}`]}
        </FilterChip>
      )}
      {answered !== undefined && (
        <FilterChip onRemove={() => onRemove({ answered: undefined })}>Reply: {replyNames[`${answered}`]}</FilterChip>
      )}
      {language && (
        <FilterChip onRemove={() => onRemove({ language: undefined })}>Language: {languageName(language)}</FilterChip>
      )}
      {from && <FilterChip onRemove={() => onRemove({ from: undefined })}>From: {formatDate(from)}</FilterChip>}
      {until && <FilterChip onRemove={() => onRemove({ until: undefined })}>Until: {formatDate(until)}</FilterChip>}
      {search.photos && <FilterChip onRemove={() => onRemove({ photos: undefined })}>With photos</FilterChip>}
      {search.reported && <FilterChip onRemove={() => onRemove({ reported: undefined })}>Reported</FilterChip>}
      {search.corrected && <FilterChip onRemove={() => onRemove({ corrected: undefined })}>Corrected</FilterChip>}
      {search.mine && <FilterChip onRemove={() => onRemove({ mine: undefined })}>Assigned to me</FilterChip>}
    </ul>
  )
}

function ProductName({ id }: { id: string }) {
  const { data } = useQuery(productQuery(useInbox().storeId, id))
  return data?.title ?? data?.platformProductId ?? '…'
}

function CategoryName({ id }: { id: string }) {
  const { data } = useQuery(categoryQuery(useInbox().storeId, id))
  return data?.name ?? '…'
}
