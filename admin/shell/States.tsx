import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Button, buttonClass } from '../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../components/EmptyState.tsx'
import { usePageTitle } from '../components/Page.tsx'
import { useSignOut } from './use-sign-out.ts'

export function PendingPage() {
  return <Loading />
}

export function MissingPage() {
  usePageTitle('Not found')
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        isPage
        icon="search"
        title="Page not found"
        action={
          <Link to="/" className={buttonClass('primary')}>
            Home
          </Link>
        }
      >
        The address may be mistyped, or the page was deleted.
      </EmptyState>
    </main>
  )
}

export function CrashPane({ error }: ErrorComponentProps) {
  const router = useRouter()
  const shown = error instanceof Error ? error : new Error(String(error))
  return <ErrorState error={shown} onRetry={() => void router.invalidate()} />
}

export function CrashPage(props: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <CrashPane {...props} />
    </main>
  )
}

export function NoStorePage() {
  const signOut = useSignOut()
  usePageTitle('No store')
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        isPage
        icon="store"
        title="You belong to no store"
        action={<Button onClick={signOut}>Sign out</Button>}
      >
        Your account is not a member of any organization here. Ask an owner to invite you.
      </EmptyState>
    </main>
  )
}
