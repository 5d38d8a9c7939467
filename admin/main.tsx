import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionQuery } from './api/account/session.ts'
import { createQueryClient } from './api/queries.ts'
import { createAdminRouter } from './routes.tsx'
import { rememberedStore } from './shell/store/remembered-store.ts'
import { applyTheme } from './state/theme.ts'
import './styles.css'

applyTheme()

const queryClient = createQueryClient({
  onSignedOut() {
    // After the session is cleared, the routes redirect to the sign-in page. After sign-in, they redirect back to this
    // page.
    if (queryClient.getQueryData(sessionQuery.queryKey) === null) return
    queryClient.setQueryData(sessionQuery.queryKey, null)
    void router.invalidate()
  },
  onSecondFactorMissing() {
    const { pathname, publicHref } = router.latestLocation
    if (pathname !== '/two-factor')
      void router.navigate({ to: '/two-factor', search: { next: publicHref }, replace: true })
  },
  onSingleSignOnMissing() {
    const { pathname, publicHref } = router.latestLocation
    if (pathname !== '/sign-in')
      void router.navigate({ to: '/sign-in', search: { next: publicHref, singleSignOn: 'required' }, replace: true })
  },
})
const router = createAdminRouter(queryClient)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// After a release, an open page cannot load its old chunks, so it reloads.
window.addEventListener('vite:preloadError', () => location.reload())

// A browser that never opened a store shows the sign-in page next. Its code loads while the session is read.
if (rememberedStore() === null) void import('./pages/sign-in/SignInPage.tsx').catch(() => {})

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place for the application.')

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
