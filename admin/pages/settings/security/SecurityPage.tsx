import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/account/session.ts'
import { Page } from '../../../components/Page.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'

export function SecurityPage() {
  const { data: session } = useQuery(sessionQuery)
  return (
    <Page
      title="Your sign-in"
      intro={
        session && (
          <span className="wrap-anywhere">
            How {session.user.email} signs in. These settings are for your account alone.
          </span>
        )
      }
    >
      <PasskeysCard />
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  )
}
