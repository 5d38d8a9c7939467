import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Button, Container, Heading, Text, Textarea } from '@medusajs/ui'
import { useEffect, useState } from 'react'
import { request } from '../request'

type Review = { id: string; rating: number; title: string | null; body: string; authorName: string; reply: unknown }
type Answer = {
  rating: { average: number | null; count: number }
  reviews: Review[] | null
  evident_url: string | null
}

const stars = (rating: number) => '★'.repeat(Math.round(rating)) + '☆'.repeat(5 - Math.round(rating))

const ProductReviews = ({ data }: { data: { id: string } }) => {
  const [answer, setAnswer] = useState<Answer>()
  const [hasFailed, setHasFailed] = useState(false)
  const load = () =>
    request<Answer>(`/products/${encodeURIComponent(data.id)}`).then(setAnswer, () => setHasFailed(true))
  useEffect(() => void load(), [data.id])
  const average = answer?.rating.average
  return (
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between px-6 py-4">
        <Heading level="h2">Reviews</Heading>
        {answer?.evident_url && (
          <a href={answer.evident_url} target="_blank" rel="noopener" className="txt-small text-ui-fg-interactive">
            Open Evident
          </a>
        )}
      </div>
      <div className="px-6 py-4">
        {typeof average === 'number' ? (
          <Text>
            <span aria-hidden="true">{stars(average)}</span> {average.toFixed(1)} out of 5 stars, {answer?.rating.count}{' '}
            {answer?.rating.count === 1 ? 'review' : 'reviews'}
          </Text>
        ) : (
          answer && <Text className="text-ui-fg-subtle">No reviews yet.</Text>
        )}
        {(hasFailed || answer?.reviews === null) && (
          <Text className="text-ui-fg-subtle">Evident does not answer now. The stars are the last known.</Text>
        )}
      </div>
      {answer?.reviews?.map((review) => (
        <OneReview key={review.id} review={review} onSaved={load} />
      ))}
    </Container>
  )
}

function OneReview({ review, onSaved }: { review: Review; onSaved(): void }) {
  const [text, setText] = useState<string>()
  const [error, setError] = useState('')
  const save = () =>
    request(`/reviews/${review.id}/reply`, 'POST', { body: text }).then(
      () => {
        setText(undefined)
        onSaved()
      },
      (refusal: Error) => setError(refusal.message),
    )
  return (
    <div className="flex flex-col gap-2 px-6 py-4">
      <Text weight="plus">
        <span aria-label={`${review.rating} out of 5 stars`} role="img">
          {stars(review.rating)}
        </span>{' '}
        {review.title}
      </Text>
      <Text>{review.body}</Text>
      <Text size="small" className="text-ui-fg-subtle">
        {review.authorName}
      </Text>
      {text === undefined ? (
        !review.reply && (
          <Button size="small" variant="secondary" className="self-start" onClick={() => setText('')}>
            Answer
          </Button>
        )
      ) : (
        <>
          <Textarea aria-label="Answer" value={text} onChange={(event) => setText(event.target.value)} />
          {error && <Text className="text-ui-fg-error">{error}</Text>}
          <Button size="small" className="self-start" disabled={text.trim() === ''} onClick={save}>
            Save the answer
          </Button>
        </>
      )}
    </div>
  )
}

export const config = defineWidgetConfig({ zone: 'product.details.after' })

export default ProductReviews
