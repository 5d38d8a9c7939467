import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import {
  elsewhere,
  firstAccount,
  forgotPassword,
  home,
  invitation,
  mailboxHome,
  missing,
  resetPassword,
  root,
  secondFactor,
  signedIn,
  signIn,
  signUp,
  signUpLink,
  store,
} from './routes/frame.tsx'
import { storePages } from './routes/pages.ts'
import { CrashPane, PendingPage } from './shell/States.tsx'

const tree = root.addChildren([
  signIn,
  firstAccount,
  signUp,
  signUpLink,
  invitation,
  forgotPassword,
  resetPassword,
  secondFactor,
  signedIn.addChildren([home, mailboxHome, elsewhere, store.addChildren([...storePages, missing])]),
])

export function createAdminRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/admin',
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: CrashPane,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
  })
}
