import { Link, useSearch } from '@tanstack/react-router'
import { Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { SendingNotice } from '../messages/SendingNotice.tsx'
import { CodeCard } from './CodeCard.tsx'
import { FileCard } from './FileCard.tsx'
import { PeopleForm } from './PeopleForm.tsx'
import { type AskSearch, type Way, ways } from './search.ts'

export function AskPage() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { by = 'people' } = useSearch({ from: '/signed-in/stores/$storeId/ask' })
  const change = useFilterChange<AskSearch>()
  return (
    <Page
      title="Ask for a review"
      intro={
        <>
          Ask customers by email, by an order file, or with a QR code. Buyers in your shop are asked automatically.{' '}
          <Link to="/stores/$storeId/requests" params={{ storeId }} className="underline underline-offset-4">
            View requests
          </Link>
        </>
      }
    >
      <SendingNotice />
      {isAtLeast('ADMIN') ? (
        <>
          <Segments
            label="Way to ask"
            value={by}
            options={Object.entries(ways) as [Way, string][]}
            onChange={(next) => change({ by: next === 'people' ? undefined : next })}
          />
          {by === 'people' && <PeopleForm />}
          {by === 'file' && <FileCard />}
          {by === 'code' && <CodeCard />}
        </>
      ) : (
        <Notice icon="lock">Only owners and admins can ask customers for reviews.</Notice>
      )}
    </Page>
  )
}
