import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery } from '../../../api/account/session.ts'
import { buttonClass } from '../../../components/Button.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { AppearanceCard } from './AppearanceCard.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { NameCard } from './NameCard.tsx'

export function AccountPage() {
  const { data: session } = useQuery(sessionQuery)
  const storeId = useStoreId()
  return (
    <Page
      title="Your account"
      intro={session && <span className="wrap-anywhere">{`${session.user.name} · ${session.user.email}`}</span>}
    >
      {session && <NameCard session={session} />}
      <AppearanceCard />
      <LanguageCard />
      <Card title="How you sign in">
        <div className="grid gap-4 px-5 pt-3 pb-5">
          <p className="text-quiet">Your password, two-factor authentication, passkeys, and where you are signed in.</p>
          <Link
            to="/stores/$storeId/settings/security"
            params={{ storeId }}
            className={`${buttonClass('secondary')} justify-self-start`}
          >
            Open Security
          </Link>
        </div>
      </Card>
    </Page>
  )
}
