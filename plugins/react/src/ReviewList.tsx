import { Stars } from './Stars.tsx'
import { fill, type Texts, textsWith } from './texts.ts'
import type { Photo, Review } from './types.ts'

export type ReviewListProps = {
  reviews: readonly Review[]
  /** Language of dates, such as `de`. English by default. */
  locale?: string
  texts?: Partial<Texts>
}

export function ReviewList({ reviews, locale = 'en', texts: own }: ReviewListProps) {
  const texts = textsWith(own)
  if (reviews.length === 0) return <p className="evident-reviews-none">{texts.noneYet}</p>
  return (
    <ol className="evident-reviews-list">
      {reviews.map((review) => (
        <li key={review.id}>
          <OneReview review={review} locale={locale} texts={texts} />
        </li>
      ))}
    </ol>
  )
}

/**
 * The marks are part of a review. The law requires that a reward is shown. "Verified purchase" is shown only if the
 * purchase was checked.
 */
function OneReview({ review, locale, texts }: { review: Review; locale: string; texts: Texts }) {
  const { id, rating, title, body, authorName, verified, incentive, photos, reply, helpfulCount } = review
  const heading = `evident-review-${id}`
  const words = languageOf(review.locale)
  return (
    <article className="evident-review" {...(title ? { 'aria-labelledby': heading } : { 'aria-label': authorName })}>
      {title && (
        <h3 className="evident-review-title" id={heading} lang={words} dir="auto">
          {title}
        </h3>
      )}
      <p className="evident-review-meta">
        <Stars rating={rating} texts={texts} />{' '}
        <span className="evident-review-author" dir="auto">
          {authorName}
        </span>{' '}
        <time className="evident-review-date" dateTime={review.submittedAt} suppressHydrationWarning>
          {formatDate(review.submittedAt, locale)}
        </time>
        {verified && (
          <>
            {' '}
            <span className="evident-review-verified">{texts.verified}</span>
          </>
        )}
        {incentive && (
          <>
            {' '}
            <span className="evident-review-rewarded">{texts.rewarded}</span>
          </>
        )}
      </p>
      <div className="evident-review-body" lang={words} dir="auto">
        <Paragraphs text={body} />
      </div>
      {photos.length > 0 && (
        <ul className="evident-review-photos">
          {photos.filter(isShown).map((photo, i) => (
            <li key={photo.url}>
              <OnePhoto photo={photo} alt={fill(texts.photoOf, { n: i + 1, name: authorName })} />
            </li>
          ))}
        </ul>
      )}
      {reply && (
        <div className="evident-review-reply">
          <p className="evident-review-reply-author">{fill(texts.replyOf, { name: reply.authorName })}</p>
          <div className="evident-review-reply-body" dir="auto">
            <Paragraphs text={reply.body} />
          </div>
        </div>
      )}
      {helpfulCount > 0 && <p className="evident-review-helpful">{fill(texts.helpful, { n: helpfulCount })}</p>}
    </article>
  )
}

const isShown = ({ url }: Photo) => /^https?:/i.test(url)

function OnePhoto({ photo: { url, thumbUrl, width, height }, alt }: { photo: Photo; alt: string }) {
  // The thumbnail is square. Without one, the photo keeps its own proportions.
  const size = thumbUrl ? { width: 160, height: 160 } : { width: width ?? undefined, height: height ?? undefined }
  return (
    <a href={url}>
      <img src={thumbUrl ?? url} alt={alt} loading="lazy" decoding="async" {...size} />
    </a>
  )
}

function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part, i) => (
      <p key={i}>
        {part.split('\n').map((line, at) => (
          <span key={at}>
            {at > 0 && <br />}
            {line}
          </span>
        ))}
      </p>
    ))
}

/** Dates are in UTC, so that the server and a browser in another time zone render the same. */
function formatDate(instant: string, locale: string): string {
  try {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(instant))
  } catch {
    return instant.slice(0, 10)
  }
}

function languageOf(locale: string | null): string | undefined {
  try {
    return locale === null ? undefined : Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
