import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { productsQuery } from '../../../api/products.ts'
import { type Digest, digestQuery } from '../../../api/reviews/languages.ts'
import { SelectField } from '../../../components/forms/Field.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Stars } from '../../../components/values/Stars.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'

const fewestReviews = 10

export function DigestPreview() {
  const storeId = useStoreId()
  const { data, isPending } = useInfiniteQuery(productsQuery(storeId, { hasReviews: true }))
  const [chosen, setChosen] = useState('')
  const products = (data?.pages[0]?.data ?? [])
    .filter(({ rating }) => rating.count >= fewestReviews)
    .sort((a, b) => b.rating.count - a.rating.count)
  const productId = chosen || (products[0]?.id ?? '')
  const query = useQuery(digestQuery(storeId, productId))
  if (isPending) return null
  if (products.length === 0)
    return <p className="text-sm text-quiet">There is no preview yet, because no product has 10 reviews.</p>
  return (
    <section aria-label="Preview" className="grid gap-4 rounded-lg border border-line p-4">
      <SelectField label="Preview of a product" value={productId} onChange={(event) => setChosen(event.target.value)}>
        {products.map(({ id, platformProductId, title, rating }) => (
          <option key={id} value={id}>
            {title ?? platformProductId} ({rating.count} reviews)
          </option>
        ))}
      </SelectField>
      <Loaded query={query}>{(digest) => <Sentences digest={digest} />}</Loaded>
    </section>
  )
}

function Sentences({ digest: { data } }: { digest: Digest }) {
  const storeId = useStoreId()
  return (
    <ul className="grid gap-3">
      {data.map(({ reviewId, sentence, rating, language }) => (
        <li key={reviewId} className="grid gap-1 text-sm">
          <Stars rating={rating} />
          <q dir="auto" lang={language ?? undefined} className="break-words">
            {sentence}
          </q>
          <Link
            to="/stores/$storeId/reviews/$reviewId"
            params={{ storeId, reviewId }}
            search={{ status: 'all' }}
            className="w-fit text-xs text-quiet underline underline-offset-4"
          >
            Open the review
          </Link>
        </li>
      ))}
    </ul>
  )
}
