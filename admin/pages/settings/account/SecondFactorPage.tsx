import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { sessionQuery } from '../../../api/session.ts'
import { Button } from '../../../components/Button.tsx'
import { usePageTitle } from '../../../components/Page.tsx'
import { Logo } from '../../../shell/Logo.tsx'
import { useSignOut } from '../../../shell/use-sign-out.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'

/** All that is open to a person whose organization asks for a second factor, until they have one. */
export function SecondFactorPage() {
  const { next } = useSearch({ from: '/two-factor' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const signOut = useSignOut()
  usePageTitle('One more step')
  const goOn = async () => {
    // What was refused before is asked again.
    queryClient.clear()
    await queryClient.fetchQuery(sessionQuery)
    router.history.push(next ?? '/admin/')
  }
  return (
    <main className="mx-auto grid min-h-dvh max-w-[30rem] content-center gap-6 px-4 py-10">
      <div className="justify-self-center">
        <Logo />
      </div>
      <div className="grid gap-1.5">
        <h1 className="text-xl font-semibold tracking-tight">One more step</h1>
        <p className="text-quiet">
          Your organization asks its people for two-factor authentication. Set it up for your account, and you go on
          where you were.
        </p>
      </div>
      <TwoFactorCard onSetUp={goOn} />
      <Button onClick={signOut} className="justify-self-center">
        Sign out
      </Button>
    </main>
  )
}
