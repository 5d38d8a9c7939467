import { api, Button, Textarea } from '@vendure/dashboard'
import { useEffect, useState } from 'react'
import { Stars } from './stars'
import { describe, useTexts } from './texts'

type Review = {
  id: string
  rating: number
  title: string | null
  body: string | null
  authorName: string | null
  reply: { body: string } | null
}
type Answer = {
  status: string
  rating: { average: number | null; count: number }
  reviews: Review[] | null
  /** Whether the connection string allows replies. */
  mayReply: boolean
  evidentUrl: string | null
}

const productQuery = `query ($id: ID!) {
  evidentProduct(id: $id) {
    status
    rating { average count }
    reviews { id rating title body authorName reply { body } }
    mayReply
    evidentUrl
  }
}`
const replyMutation = `mutation ($reviewId: String!, $body: String!) {
  replyToEvidentReview(reviewId: $reviewId, body: $body) { isSuccess code message }
}`

export function ProductReviews({ id }: { id: string }) {
  const [answer, setAnswer] = useState<Answer>()
  const [hasFailed, setHasFailed] = useState(false)
  const t = useTexts()
  const load = () =>
    api.query<{ evidentProduct: Answer }>(productQuery, { id }).then(
      ({ evidentProduct }) => setAnswer(evidentProduct),
      () => setHasFailed(true),
    )
  useEffect(() => void load(), [id])
  const average = answer?.rating.average
  return (
    <div className="grid gap-4 text-sm">
      <div className="flex items-center justify-between gap-4">
        {typeof average === 'number' ? (
          <p>
            <Stars rating={Math.round(average * 10) / 10} /> {t.stars(average.toFixed(1))},{' '}
            {t.counted(answer?.rating.count ?? 0)}
          </p>
        ) : (
          <p className="text-muted-foreground">{answer ? t.none : ''}</p>
        )}
        {answer?.evidentUrl && (
          <a href={answer.evidentUrl} target="_blank" rel="noopener" className="underline">
            {t.open}
          </a>
        )}
      </div>
      {(hasFailed || answer?.reviews === null) && (
        <p className="text-muted-foreground">
          {answer && answer.status !== 'ready' ? t.apart : t.away} {typeof average === 'number' && t.last}
        </p>
      )}
      {answer?.reviews?.map((review) => (
        <OneReview key={review.id} review={review} mayReply={answer.mayReply} onSaved={load} />
      ))}
    </div>
  )
}

type OneProps = { review: Review; mayReply: boolean; onSaved(): void }

function OneReview({ review, mayReply, onSaved }: OneProps) {
  const [text, setText] = useState<string>()
  const [error, setError] = useState('')
  const t = useTexts()
  const save = async () => {
    const { replyToEvidentReview: result } = (await api
      .mutate(replyMutation, { reviewId: review.id, body: text })
      .catch((refusal: Error) => ({ replyToEvidentReview: { isSuccess: false, message: refusal.message } }))) as {
      replyToEvidentReview: { isSuccess: boolean; code?: string | null; message: string | null }
    }
    setError(result.isSuccess ? '' : describe(t, result))
    if (!result.isSuccess) return
    setText(undefined)
    onSaved()
  }
  return (
    <div className="grid gap-2 border-t pt-4">
      <p className="font-medium">
        <Stars rating={review.rating} /> {review.title}
      </p>
      <p>{review.body}</p>
      <p className="text-muted-foreground">{review.authorName}</p>
      {review.reply && <p className="border-l-2 pl-3">{review.reply.body}</p>}
      {text === undefined ? (
        mayReply &&
        !review.reply && (
          // The page is a form, so a button without a type would submit it.
          <Button type="button" size="sm" variant="outline" className="justify-self-start" onClick={() => setText('')}>
            {t.answer}
          </Button>
        )
      ) : (
        <>
          <Textarea aria-label={t.answer} value={text} onChange={(event) => setText(event.target.value)} />
          {error && (
            <p role="alert" className="text-destructive">
              {error}
            </p>
          )}
          <div className="flex gap-2">
            <Button type="button" size="sm" disabled={text.trim() === ''} onClick={save}>
              {t.save}
            </Button>
            <Button type="button" size="sm" variant="outline" onClick={() => setText(undefined)}>
              {t.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
