import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/session.ts'
import { Page } from '../../../components/Page.tsx'
import { NameCard } from './NameCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

export function AccountPage() {
  const { data: session } = useQuery(sessionQuery)
  return (
    <Page
      title="Your account"
      intro={session && <span className="wrap-anywhere">{`${session.user.name} · ${session.user.email}`}</span>}
    >
      {session && <NameCard session={session} />}
      <SessionsCard />
      <TwoFactorCard />
      <PasswordCard />
    </Page>
  )
}
