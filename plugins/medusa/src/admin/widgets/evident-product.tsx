import { defineWidgetConfig } from '@medusajs/admin-sdk'
import { Button, Container, Heading, Text, Textarea } from '@medusajs/ui'
import { useState } from 'react'
import { request, useAnswer } from '../request'
import { useTexts } from '../texts'

type Review = {
  id: string
  rating: number
  title: string | null
  body: string | null
  authorName: string | null
  reply: { body: string } | null
}
type Answer = {
  /** The reason why reviews are missing; empty if they are not. */
  notice: string
  rating: { average: number | null; count: number }
  reviews: Review[] | null
  /** Whether the connection string allows replies. */
  may_reply: boolean
  evident_url: string | null
}

const stars = (rating: number) => '★'.repeat(Math.round(rating)) + '☆'.repeat(5 - Math.round(rating))

const ProductReviews = ({ data }: { data: { id: string } }) => {
  const { answer, error, load } = useAnswer<Answer>(`/products/${data.id}`)
  const { t } = useTexts()
  const { average = null, count = 0 } = answer?.rating ?? {}
  return (
    <Container className="divide-y p-0">
      <div className="flex justify-between px-6 py-4">
        <Heading level="h2">{t.reviews}</Heading>
        {answer?.evident_url && (
          <a href={answer.evident_url} target="_blank" rel="noopener" className="txt-small text-ui-fg-interactive">
            {t.open}
          </a>
        )}
      </div>
      <div className="px-6 py-4">
        {average !== null ? (
          <Text>
            <span aria-hidden="true">{stars(average)}</span> {t.stars(average.toFixed(1))}, {t.counted(count)}
          </Text>
        ) : (
          answer && <Text>{t.none}</Text>
        )}
        <Text className="text-ui-fg-subtle">{answer?.notice ?? error}</Text>
      </div>
      {answer?.reviews?.map((review) => (
        <OneReview key={review.id} review={review} mayReply={answer.may_reply} onSaved={load} />
      ))}
    </Container>
  )
}

type OneProps = { review: Review; mayReply: boolean; onSaved(): void }

function OneReview({ review, mayReply, onSaved }: OneProps) {
  const [text, setText] = useState<string>()
  const [error, setError] = useState('')
  const { language, t } = useTexts()
  const save = () =>
    request(language, `/reviews/${review.id}/reply`, { body: text }).then(
      () => {
        setText(undefined)
        onSaved()
      },
      ({ message }) => setError(message),
    )
  return (
    <div className="flex flex-col items-start gap-2 px-6 py-4">
      <Text weight="plus">
        <span aria-label={t.stars(`${review.rating}`)} role="img">
          {stars(review.rating)}
        </span>{' '}
        {review.title}
      </Text>
      <Text>{review.body}</Text>
      <Text className="text-ui-fg-subtle">{review.authorName}</Text>
      {review.reply ? (
        <Text className="border-l-2 pl-3">{review.reply.body}</Text>
      ) : !mayReply ? null : text === undefined ? (
        <Button size="small" variant="secondary" onClick={() => setText('')}>
          {t.answer}
        </Button>
      ) : (
        <>
          <Textarea aria-label={t.answer} value={text} onChange={(event) => setText(event.target.value)} />
          {error && <Text className="text-ui-fg-error">{error}</Text>}
          <div className="flex gap-2">
            <Button size="small" disabled={!text.trim()} onClick={save}>
              {t.save}
            </Button>
            <Button size="small" variant="secondary" onClick={() => setText(undefined)}>
              {t.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

export const config = defineWidgetConfig({ zone: 'product.details.after' })

export default ProductReviews
