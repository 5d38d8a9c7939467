import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { LedgerEntries } from '../reviews/LedgerHistory.tsx'

const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Finds the entries of one review. In the address of a review, its id comes after the store's. */
export function RecordSearch() {
  const storeId = useStoreId()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [reviewId, setReviewId] = useState<string>()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const found = text.match(id)?.at(-1)?.toLowerCase()
    setReviewId(found)
    setError(found ? undefined : 'Enter the id of a review, or the address of its page.')
  }
  return (
    <Card>
      <form onSubmit={find} className="flex items-end gap-2 p-5">
        <div className="min-w-0 max-w-[32rem] grow">
          <TextField
            label="Find the record of a review"
            type="search"
            spellCheck={false}
            autoComplete="off"
            maxLength={2048}
            placeholder="Id or address of a review"
            error={error}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" className={error ? 'mb-7' : ''}>
          Find
        </Button>
      </form>
      {reviewId && (
        <section aria-label="Record of the review" className="grid gap-4 border-t border-line p-5">
          <LedgerEntries key={reviewId} reviewId={reviewId} />
          <Link
            to="/stores/$storeId/reviews/$reviewId"
            params={{ storeId, reviewId }}
            search={{ status: 'all' }}
            className="justify-self-start text-sm font-medium text-accent underline underline-offset-4"
          >
            Open the review
          </Link>
        </section>
      )}
    </Card>
  )
}
