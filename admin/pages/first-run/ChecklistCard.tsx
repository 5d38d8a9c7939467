import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type FirstRun, firstRunQuery } from '../../api/first-run.ts'
import { Button } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Card } from '../../components/Page.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { Checklist } from './Checklist.tsx'
import { useSkipping } from './use-skipping.ts'

/**
 * Hidden for viewers and when every step is complete. If the last step completes while the card is visible, a message stays
 * until the person closes it or leaves the page.
 */
export function ChecklistCard() {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { data } = useQuery(firstRunQuery(storeId))
  const [wasOpen, setWasOpen] = useState(false)
  if (data && !data.complete && !wasOpen) setWasOpen(true)
  if (!data || !isAtLeast('MEMBER')) return null
  if (!data.complete) return <OpenCard firstRun={data} />
  if (!wasOpen) return null
  return (
    <AllDone>
      <Button size="small" onClick={() => setWasOpen(false)}>
        Close
      </Button>
    </AllDone>
  )
}

function OpenCard({ firstRun }: { firstRun: FirstRun }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const { isBusy, skip } = useSkipping(firstRun)
  const open = firstRun.steps.filter(({ done, skipped }) => !done && !skipped).map(({ name }) => name)
  return (
    <Card
      title="Set up your store"
      actions={
        <span className="flex items-center gap-3 text-sm text-quiet">
          <Progress firstRun={firstRun} />
          {isAtLeast('ADMIN') && (
            <Button look="quiet" size="small" disabled={isBusy} onClick={() => skip(open, 'The list is hidden')}>
              Hide
            </Button>
          )}
        </span>
      }
    >
      <div className="pt-2">
        <Checklist firstRun={firstRun} isShort />
        <p className="border-t border-line px-5 py-3 text-sm text-quiet">
          Completed steps are marked automatically.{' '}
          <Link to="/stores/$storeId/setup" params={{ storeId }} className="underline underline-offset-4">
            Show all steps
          </Link>
        </p>
      </div>
    </Card>
  )
}

export function AllDone({ children }: { children: ReactNode }) {
  return (
    <Card>
      <div role="status" className="flex flex-wrap items-center gap-3.5 p-5">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-good-wash text-good">
          <Icon name="check" />
        </span>
        <p className="min-w-[12rem] flex-1">
          <span className="block font-semibold tracking-tight">Your store is set up</span>
          <span className="text-sm text-quiet">New reviews now arrive automatically.</span>
        </p>
        {children}
      </div>
    </Card>
  )
}

export function Progress({ firstRun: { steps } }: { firstRun: FirstRun }) {
  const counted = steps.filter(({ done, skipped }) => done || !skipped)
  const done = counted.filter((step) => step.done).length
  return (
    <span className="flex items-center gap-3 text-sm text-quiet">
      <span aria-hidden="true" className="flex gap-1">
        {counted.map(({ name }, at) => (
          <span key={name} className={`h-1.5 w-6 rounded-full ${at < done ? 'bg-accent' : 'bg-line-strong/40'}`} />
        ))}
      </span>
      {`${done} of ${counted.length} done`}
    </span>
  )
}
