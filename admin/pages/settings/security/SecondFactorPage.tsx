import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { passkeysQuery, usePasskeyObstacle } from '../../../api/account/passkeys.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { Button } from '../../../components/Button.tsx'
import { Loading } from '../../../components/EmptyState.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { usePageTitle } from '../../../components/Page.tsx'
import { Logo } from '../../../shell/Logo.tsx'
import { useSignOut } from '../../../shell/use-sign-out.ts'
import { goOnTo } from '../../../state/go-on.ts'
import { PasskeyEntry } from '../../sign-in/PasskeyEntry.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** Members who lack the required second factor can open only this page. */
export function SecondFactorPage() {
  const { next } = useSearch({ from: '/two-factor' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  const passkeys = useInfiniteQuery(passkeysQuery)
  const hasPasskey = (passkeys.data?.pages[0]?.data.length ?? 0) > 0
  const obstacle = usePasskeyObstacle()
  usePageTitle('One more step')
  const goOn = async () => {
    // The cache contains earlier refusals, so everything is read again.
    queryClient.clear()
    await queryClient.fetchQuery(sessionQuery)
    goOnTo(router.history, next)
  }
  return (
    <main className="mx-auto grid min-h-dvh max-w-[30rem] content-center gap-6 px-4 py-10">
      <div className="justify-self-center">
        <Logo />
      </div>
      <div className="grid gap-1.5">
        <h1 className="text-xl font-semibold tracking-tight">One more step</h1>
        <p className="text-quiet">
          {hasPasskey
            ? 'Your organization requires two-factor authentication. Use your passkey to continue.'
            : 'Your organization requires two-factor authentication. Set up an app or add a passkey to continue.'}
        </p>
      </div>
      {passkeys.isPending && <Loading />}
      {hasPasskey && (
        <>
          <PasskeyEntry onDone={goOn} />
          {obstacle && <Notice>{obstacle}</Notice>}
          <p className="text-sm text-quiet">
            Lost your passkey? The operator of this service can remove it from your account.
          </p>
        </>
      )}
      {!passkeys.isPending && !hasPasskey && (
        <>
          <TwoFactorCard onSetUp={goOn} />
          <PasskeysCard onAdded={goOn} />
        </>
      )}
      <Button onClick={signOut} className="justify-self-center">
        Sign out
      </Button>
    </main>
  )
}
