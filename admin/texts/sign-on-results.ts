// What came of a sign-in by the organization's provider, by what the address says one comes back with.

const results: Readonly<Record<string, string>> = {
  expired: 'This sign-in took too long, or was begun in another browser. Begin again.',
  changed: 'Single sign-on was changed meanwhile. Begin again.',
  denied: 'The provider did not sign you in.',
  provider: 'What the provider answered does not hold. Begin again; should it happen once more, tell an owner.',
  no_email: 'The provider does not say your e-mail address. It has to send the claim “email”.',
  email_unverified: 'The provider says that your e-mail address is not verified.',
  domain_not_proven: 'The address that the provider knows you by is of a domain that your organization has not proven.',
  deactivated: 'Your access to this organization was taken away. An owner or admin can give it back.',
  other_subject:
    'Your address belongs to somebody else at the provider. An owner can remove the member, and let you in anew.',
  owner_not_linked:
    'Owners sign in with their password first, and link their account under Settings → Security → Single sign-on.',
  account_unverified:
    'There is an account of your address that nobody has shown to be yours. Choose a new password by “Forgot your password?”, then begin again.',
  not_invited: 'Only people who were invited come in. Ask an owner or admin of your organization.',
  owner_invitation: 'You were invited as an owner: accept by the link in the mail.',
  closing: 'This organization is about to be deleted; nobody joins it any more.',
  required: 'Your organization asks you to come by single sign-on.',
}

/** An address may say anything; only what is known here is shown. */
export const signOnResult = (result: string | undefined): string | undefined =>
  result !== undefined && Object.hasOwn(results, result) ? results[result] : undefined
