import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../components/Button.tsx'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'

export function ClosedPage() {
  return (
    <SignInLayout
      title="Sign-up is closed"
      intro="The operator of this installation creates organizations, and their owners invite people."
    >
      <Link to="/sign-in" className={buttonClass('primary')}>
        Sign in
      </Link>
    </SignInLayout>
  )
}
