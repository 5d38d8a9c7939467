import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { Card } from '../../components/Page.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { LedgerEntries } from '../reviews/LedgerHistory.tsx'
import { LedgerState } from './LedgerState.tsx'
import { NewestEntries } from './NewestEntries.tsx'
import { RecordHits } from './RecordHits.tsx'

/** Length of the longest search that the service accepts. */
const longestSearch = 200
const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

type RecordResult = { reviewId: string } | { q: string }

/** Shows the newest entries of the ledger, and finds those of one review. In the address of a review, its id comes after the store's. */
export function RecordSearch() {
  const storeId = useStoreId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<RecordResult>()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const q = text.trim()
    const reviewId = q.match(id)?.at(-1)?.toLowerCase()
    setFound(reviewId ? { reviewId } : q ? { q: q.slice(0, longestSearch) } : undefined)
  }
  return (
    <Card>
      <LedgerState />
      <form onSubmit={find} className="flex items-end gap-2 p-5">
        <div className="min-w-0 max-w-[32rem] grow">
          <TextField
            label="Find the record of a review"
            type="search"
            spellCheck={false}
            autoComplete="off"
            maxLength={2048}
            placeholder="Author, product, words or id"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit">Find</Button>
      </form>
      {!found && <NewestEntries onPick={(reviewId) => setFound({ reviewId })} />}
      {found && 'q' in found && <RecordHits q={found.q} onPick={(reviewId) => setFound({ reviewId })} />}
      {found && 'reviewId' in found && (
        <section aria-label="Record of the review" className="grid gap-4 border-t border-line p-5">
          <LedgerEntries key={found.reviewId} reviewId={found.reviewId} />
          <Link
            to="/stores/$storeId/reviews/$reviewId"
            params={{ storeId, reviewId: found.reviewId }}
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
