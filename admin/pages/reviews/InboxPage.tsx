import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePageTitle } from '../../components/Page.tsx'
import { InboxMenu } from './actions/InboxMenu.tsx'
import { BulkBar } from './BulkBar.tsx'
import { InboxFilters } from './InboxFilters.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ReviewList } from './ReviewList.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { InboxProvider, useInboxState } from './state/inbox.ts'
import { useShortcuts } from './state/shortcuts.ts'
import { useDefaultView } from './views/use-default-view.ts'
import { ViewChips } from './views/ViewChips.tsx'
import { ViewsMenu } from './views/ViewsMenu.tsx'

const ReviewPane = lazy(() => import('./ReviewPane.tsx').then((loaded) => ({ default: loaded.ReviewPane })))

export function InboxPage() {
  const inbox = useInboxState()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useShortcuts(inbox, () => setIsHelpOpen(true))
  useDefaultView(inbox)
  usePageTitle('Reviews')
  return (
    <InboxProvider value={inbox}>
      <div
        data-toasts="top"
        className="lg:grid lg:h-full lg:grid-cols-[minmax(21rem,26rem)_minmax(0,1fr)] xl:grid-cols-[28rem_minmax(0,1fr)]"
      >
        <section
          aria-label="Inbox"
          className={`min-w-0 flex-col border-line lg:flex lg:min-h-0 lg:border-r ${inbox.chosenId ? 'hidden' : 'flex'}`}
        >
          <header className="grid grid-cols-1 gap-3 border-b border-line px-4 pt-5 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h1 className="text-xl font-semibold tracking-tight">Reviews</h1>
              <span className="flex min-w-0 items-center gap-1">
                <ViewsMenu />
                <InboxMenu onHelp={() => setIsHelpOpen(true)} />
              </span>
            </div>
            <InboxFilters />
            <ViewChips />
            <StatusTabs />
          </header>
          <div className="min-h-0 flex-1 relative lg:overflow-y-auto">
            <ReviewList />
          </div>
          <BulkBar />
        </section>
        <div
          className={`min-w-0 lg:block lg:bg-surface lg:min-h-0 relative lg:overflow-y-auto ${inbox.chosenId ? '' : 'hidden'}`}
        >
          {inbox.chosenId ? (
            <Outlet />
          ) : (
            <Suspense>
              <ReviewPane />
            </Suspense>
          )}
        </div>
      </div>
      <ReasonDialog />
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
    </InboxProvider>
  )
}
