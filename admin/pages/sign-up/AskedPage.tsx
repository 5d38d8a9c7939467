import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'

/** The page is the same for known and unknown email addresses, so nobody learns which have an account. */
export function AskedPage({ email, confirmUrl }: { email: string; confirmUrl: string | undefined }) {
  return (
    <SignInLayout
      title="Check your mailbox"
      intro={
        <>
          An email to <span className="wrap-anywhere text-text">{email}</span> is on its way. Its link works once,
          within 24 hours, and opens your store. Nothing came? Check the spam folder and the address.
        </>
      }
    >
      {confirmUrl ? (
        <>
          <Notice>This installation sends no email yet, so the link is here.</Notice>
          <a href={confirmUrl} className={buttonClass('primary')}>
            Open the link
          </a>
        </>
      ) : (
        <Link to="/sign-in" className={buttonClass('secondary')}>
          To the sign-in page
        </Link>
      )}
    </SignInLayout>
  )
}
