const results: Readonly<Record<string, string>> = {
  expired: 'This sign-in took too long, or was started in another browser. Try again.',
  changed: 'Single sign-on was changed. Try again.',
  denied: 'The provider did not sign you in.',
  provider: "The provider's answer is invalid. Try again; if it happens again, tell an owner.",
  no_email: 'The provider did not send your email address. It must send the claim “email”.',
  email_unverified: 'The provider says that your email address is not verified.',
  domain_not_proven: 'Your address at the provider uses a domain that your organization has not verified.',
  deactivated: 'Your access to this organization was removed. An owner or admin can restore it.',
  other_subject:
    'Your address belongs to another person at the provider. An owner can remove the member with this address and invite you again.',
  linked_elsewhere:
    'This account at the provider belongs to another member. Sign in to the provider with your own account, then try again.',
  owner_not_linked:
    'Owners sign in with their password first, and link their account under Settings → Security → Single sign-on.',
  account_unverified:
    'An account with your address exists but was never confirmed. Choose a new password through “Forgot your password?”, then try again.',
  not_invited: 'Only invited people can sign in. Ask an owner or admin of your organization.',
  owner_invitation: 'You were invited as an owner. Accept the invitation through the link in the email.',
  closing: 'This organization will be deleted, so nobody can join it.',
  required: 'Your organization requires single sign-on.',
}

/** Anybody can set this parameter, so only known results are shown. */
export const signOnResult = (result: string | undefined): string | undefined =>
  result !== undefined && Object.hasOwn(results, result) ? results[result] : undefined
