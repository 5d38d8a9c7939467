import { useMutation } from '@tanstack/react-query'
import { beginSignOn } from '../../api/account/session.ts'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'

export function SignOnEntry({ email, next }: { email: string; next: string | undefined }) {
  const address = email.trim()
  const going = useMutation({
    mutationFn: async () => {
      if (!address.includes('@')) throw new Error('Enter your email address above first.')
      const { url } = await beginSignOn({ email: address, ...(next && { next }) })
      if (url === null)
        throw new Error(`Addresses of ${address.slice(address.lastIndexOf('@') + 1)} sign in with a password.`)
      window.location.assign(url)
    },
  })
  return (
    <>
      {going.error && <Notice tone="danger">{going.error.message}</Notice>}
      <Button icon="lock" isBusy={going.isPending || going.isSuccess} onClick={() => going.mutate()}>
        Use single sign-on
      </Button>
    </>
  )
}
