import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AgentSettings, type ProductRatings, seenRatingsQuery, seenReviewsQuery } from '../../../api/agents.ts'
import { SelectField } from '../../../components/forms/Field.tsx'
import { Snippet } from '../../../components/forms/Snippet.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { averageText } from '../../../components/values/average.ts'
import { Stars } from '../../../components/values/Stars.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useSamples } from '../../widgets/SubjectField.tsx'

export function PreviewCard({ settings }: { settings: AgentSettings }) {
  return (
    <Card title="An agent's view">
      <div className="grid gap-5 p-5 pt-3">
        {settings.enabled ? (
          <Preview hasExcerpts={settings.excerpts} />
        ) : (
          <p className="text-sm text-quiet">Turn on the answers to see what an agent gets for a product.</p>
        )}
      </div>
    </Card>
  )
}

function Preview({ hasExcerpts }: { hasExcerpts: boolean }) {
  const storeId = useStoreId()
  const { products, isLoading } = useSamples()
  const [chosen, setChosen] = useState<string>()
  const active = products.filter(({ status }) => status === 'active')
  const product = chosen ?? active[0]?.platformProductId
  if (product === undefined)
    return isLoading ? null : (
      <Notice>
        Agents find products by their ids, and your store has no active product yet.{' '}
        <Link to="/stores/$storeId/setup" params={{ storeId }} className="font-medium underline underline-offset-4">
          Import products
        </Link>
      </Notice>
    )
  return (
    <>
      <SelectField label="Product" value={product} onChange={(event) => setChosen(event.target.value)}>
        {active.map(({ platformProductId, title, rating }) => (
          <option key={platformProductId} value={platformProductId}>
            {title ?? platformProductId} ({rating.count === 1 ? 'one review' : `${rating.count} reviews`})
          </option>
        ))}
      </SelectField>
      <Ratings product={product} />
      {hasExcerpts && <Reviews product={product} />}
    </>
  )
}

const writeJson = (value: unknown) => JSON.stringify(value, null, 2)

function Ratings({ product }: { product: string }) {
  const query = useQuery(seenRatingsQuery(useStoreId(), product))
  return (
    <Loaded query={query} rows={4}>
      {({ data: [row] }) =>
        row ? (
          <>
            <Summary row={row} />
            <Snippet title="Rating" meaning="An agent gets this answer for the product." code={writeJson(row)} />
          </>
        ) : (
          <Notice tone="warn">Agents do not find this product: it has no variant on sale.</Notice>
        )
      }
    </Loaded>
  )
}

function Summary({ row: { rating, verifiedCount, rewardedCount } }: { row: ProductRatings }) {
  if (!rating) return <p className="text-quiet">No reviews yet: the answer has no rating, so an agent shows none.</p>
  const { value, count } = rating
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Stars rating={value} />
      <span className="font-semibold">{averageText(value)}</span>
      <span className="text-quiet">
        {count === 1 ? 'one review' : `${count} reviews`}, {verifiedCount} verified, {rewardedCount} rewarded
      </span>
    </p>
  )
}

function Reviews({ product }: { product: string }) {
  const query = useQuery(seenReviewsQuery(useStoreId(), product))
  return (
    <Loaded query={query} rows={4}>
      {({ data }) =>
        data.length > 0 && (
          <Snippet
            title="Newest reviews"
            meaning="At most three reviews are shown here. An agent can request all."
            code={writeJson(data)}
          />
        )
      }
    </Loaded>
  )
}
