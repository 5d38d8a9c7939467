import type { ReactNode } from 'react'
import { Button } from '../../components/Button.tsx'
import { usePageTitle } from '../../components/Page.tsx'
import { Logo } from '../../shell/Logo.tsx'
import { LanguageLinks } from './LanguageLinks.tsx'

type Props = { title: string; intro?: ReactNode; children: ReactNode; below?: ReactNode }

export function SignInLayout({ title, intro, children, below }: Props) {
  usePageTitle(title)
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-10">
      <div className="grid justify-items-center gap-1.5 text-center">
        <Logo />
        <p className="text-sm text-quiet">Reviews, loyalty and messages for your shop</p>
      </div>
      <div className="card grid w-full max-w-[25rem] gap-6 p-6 sm:p-8">
        <div className="grid gap-1.5">
          <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
          {intro && <div className="text-quiet">{intro}</div>}
        </div>
        {children}
      </div>
      {below}
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 text-sm text-quiet">
        <LanguageLinks />
        <a href="/docs" className="underline underline-offset-4 hover:text-text">
          Help and documentation
        </a>
      </div>
    </main>
  )
}

export function UnreadSignIn({ error, onRetry }: { error: Error; onRetry(): void }) {
  return (
    <SignInLayout title="This could not be loaded" intro={<span role="alert">{error.message}</span>}>
      <Button look="primary" onClick={onRetry}>
        Try again
      </Button>
    </SignInLayout>
  )
}
