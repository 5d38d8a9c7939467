import { type FormEvent, useState } from 'react'
import type { OpenSignUp, SignUpConfirmation } from '../../api/account/sign-up.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { errorAt, remainingError } from '../../components/forms/field-errors.ts'
import { Notice } from '../../components/Notice.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { NewPasswordField } from '../sign-in/NewPasswordField.tsx'
import { passwordWeakness } from '../sign-in/password-strength.ts'
import { SignInLayout } from '../sign-in/SignInLayout.tsx'
import { shopAddress } from '../sign-in/shop-address.ts'

type Details = Pick<OpenSignUp, 'name' | 'organization' | 'store' | 'origin'>
type Props = {
  asked: OpenSignUp
  isBusy: boolean
  error: Error | null
  onConfirm(confirmation: Required<SignUpConfirmation>): void
}

const paths = ['/name', '/password', '/organization', '/store', '/origin']

/**
 * A stranger may have entered these details, because the email address was unverified. Its owner can correct them here.
 */
export function ConfirmForm({ asked, isBusy, error, onConfirm }: Props) {
  const { email, expiresAt, name, organization, store, origin } = asked
  const [details, setDetails] = useState<Details>({ name, organization, store, origin })
  const [password, setPassword] = useState('')
  const field = (key: keyof Details) => ({
    required: true,
    value: details[key],
    error: errorAt(error, `/${key}`),
    onChange: ({ target }: { target: { value: string } }) => setDetails({ ...details, [key]: target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm({ ...details, origin: shopAddress(details.origin), password })
  }
  const problem = remainingError(error, paths)
  return (
    <SignInLayout
      title="Choose your password"
      intro={`Check the details, and open your account. The link works until ${formatMoment(expiresAt)}.`}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField label="Email" type="email" autoComplete="username" readOnly value={email} onChange={() => {}} />
        <NewPasswordField
          label="Password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={passwordWeakness(error, '/password')}
        />
        <TextField label="Your name" autoComplete="name" maxLength={80} {...field('name')} />
        <TextField label="Organization" autoComplete="organization" maxLength={200} {...field('organization')} />
        <TextField label="Store" autoComplete="off" maxLength={200} {...field('store')} />
        <TextField
          label="Address of the shop"
          autoComplete="url"
          inputMode="url"
          spellCheck={false}
          maxLength={300}
          {...field('origin')}
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" look="primary" isBusy={isBusy}>
          Open account
        </Button>
        <p className="text-sm text-quiet">If you did not sign up, close this page. No account is created.</p>
      </form>
    </SignInLayout>
  )
}
