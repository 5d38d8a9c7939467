// What the service refuses, in the language of the application. In English its own sentences are shown, which say more: the
// build leaves all of this out there (`vite.config.ts`).

export type Refusal = { message?: string; code?: string; details?: { path: string; message: string }[] }

/** With the words for each code and each field that are known; anything else stays as the service says it. */
export function inLanguage({ message, code = '', details }: Refusal): Refusal {
  const problems = details?.map(({ path, message }) => ({ path, message: problemText(message) }))
  const said = problems?.length ? problems.map(({ path, message }) => `${path} ${message}`).join('; ') : message
  const text = texts[code]
  const known = typeof text === 'function' ? text(said ?? '') : text
  return { message: known ?? message, code, ...(problems && { details: problems }) }
}

/** What is worked out is what the service says: the particulars, which no code has. */
const texts: Readonly<Record<string, string | ((said: string) => string)>> = {
  validation_failed: (said) => `This cannot be taken as it is: ${said}`,
  conflict: (said) => `Something stands in the way: ${said}`,
  limit_reached: (said) => `There cannot be more: ${said}`,
  payload_too_large: (said) => `This is too large: ${said}`,
  unsupported_media_type: (said) => `A file of this kind is not taken: ${said}`,
  search_too_broad: (said) => `Too much would fit. Ask for less: ${said}`,
  not_found: 'This is not here, or not here any more.',
  unreachable: 'The service cannot be reached. Is the network up?',
  database_unavailable: 'The database cannot be reached. Try again shortly.',
  temporarily_unavailable: 'This does not work at this moment. Nothing was changed: try again shortly.',
  internal_error: 'Something went wrong in the service. Try again; if it stays so, tell whoever runs it.',
  rate_limited: 'That was too much at once. Wait a moment, and try again.',
  plan_required: 'This belongs to a larger plan.',
  subscription_expired: 'The subscription has expired: choose a plan under Billing first.',
  role_insufficient: 'Your role does not allow this. An owner or an admin can do it.',
  role_read_only: 'Your role lets you look, and change nothing.',
  owner_required: 'Only an owner of the organization can do this.',
  membership_required: 'You are no member of this organization.',
  store_env_forbidden: 'You have no access to this store.',
  delegated_access: 'Those who help from outside cannot do this.',
  access_ended: 'Your access has ended.',
  user_session_required: 'Only people who are signed in can do this.',
  unauthenticated: 'You are not signed in any more. Sign in again.',
  organization_closing: 'The organization is being deleted: nothing can be changed in it.',
  two_factor_required: 'Your organization requires two-factor authentication.',
  single_sign_on_required: 'Your organization asks you to come by single sign-on: sign in with it.',
  link_used: 'This link was used already.',
  not_retryable: 'This cannot be tried again.',
  invalid_email_or_password: 'E-mail address or password is wrong.',
  password_wrong: 'That is not your present password.',
  code_wrong: 'This code does not hold. Take the next one.',
  code_taken: 'This code is taken already.',
  slug_taken: 'This address is taken already.',
  handle_taken: 'This address is taken already.',
  domain_taken: 'This domain is taken already.',
  already_member: 'This person is a member already.',
  already_invited: 'This person is invited already.',
  last_owner: 'The last owner has to stay: make somebody else an owner first.',
  review_changed: 'Somebody has changed this review meanwhile. Look at it again.',
  review_content_locked: 'What a customer wrote cannot be changed.',
  insufficient_points: 'There are not enough points.',
  credentials_refused: 'The other side did not take these credentials.',
  shop_unreachable: 'The shop did not answer. Is its address right?',
  payment_declined: 'The payment was declined.',
  payment_provider_unavailable: 'The payment provider does not answer at this moment. Try again shortly.',
  too_many_imports: 'Too many imports are under way. Wait until one is done.',
  backup_running: 'A backup is being made already.',
  archive_too_new: (said) => `This archive was made by a newer version of the service: ${said}`,
  archive_invalid: (said) => `This archive cannot be restored: ${said}`,
  unknown_format: (said) => `Nothing here can read this file: ${said}`,
  store_not_empty:
    'An archive is restored into an empty store only. This one has products, orders, reviews or members.',
  already_affiliate: 'Your organization has a code already, which others may have in their links.',
  already_appealed: 'There is an objection to this decision already.',
  appeal_decided: 'This appeal was decided already.',
  already_asked: 'The buyer of this order was asked already, or is being asked; nobody is asked twice.',
  request_in_progress: 'The request of this order is being sent at this moment.',
  request_settled: 'The request of this order is done with: there is nothing left to cancel.',
  already_reviewed: 'This product of the order has a review already.',
  already_owner: 'This person is an owner already.',
  invitation_pending: 'This person has not accepted yet. Invite them again with the other role.',
  transfer_pending: 'A transfer is open already. Withdraw it first.',
  transfer_not_yours: 'Only the person who was asked can take the organization over.',
  already_referred: 'This person has been recommended already.',
  self_referral: 'Nobody can recommend themselves, or who has recommended them.',
  not_first_order: 'This person has ordered before. Only a first order is rewarded.',
  reward_inactive: 'This reward cannot be chosen any more.',
  no_codes_left: 'All codes of this reward have been given out.',
  codes_unavailable:
    'The shop that makes the codes of this reward cannot make any at this moment. Bring codes of your own instead, or try again later.',
  program_disabled: 'The loyalty programme is off. Switch it on first.',
  already_subscribed: 'The store has a subscription already. Change its plan instead.',
  not_subscribed: 'The store has no subscription. Choose a plan first.',
  payment_overdue: 'An invoice is not paid yet. It comes before anything else is bought.',
  billing_off: 'Nothing is sold here: every store has every feature, without an end.',
  billing_unavailable: 'Plans are not sold here by oneself. Ask whoever runs the service.',
  not_offered: 'This is not offered here.',
  backup_not_completed:
    'This backup cannot be read back: it is not complete, or lies in another bucket than the present one.',
  backup_target_missing: 'The store has no bucket yet. Enter one first.',
  backup_target_failed: (said) => `The bucket cannot be used: ${said}`,
  connection_in_use: 'Review requests are sent by this connection. Choose another way for them first.',
  connection_missing: 'The connection that sends the requests is gone. Choose another way for them.',
  connection_inactive: 'This connection is not active.',
  connection_paused: 'This connection is paused. Go on with it first.',
  needs_reauth: 'The shop does not accept the credentials of this connection any more. Connect it again.',
  platform_not_configured: 'This service has no app of its own at the platform. Connect with credentials.',
  shop_already_connected: 'A shop is connected to this store already. Disconnect it first.',
  shop_not_connected: 'No shop is connected to this store.',
  sync_not_supported: 'This shop sends its products by itself: there is nothing to read them from.',
  sync_not_held: 'Only a reading of the catalogue that was held back can be confirmed, and this one was not.',
  payload_gone: 'What it said is not kept any more, so it cannot be processed again.',
  webhook_disabled: 'This webhook is disabled. Enable it first.',
  domain_known: 'This domain is in the list already.',
  domain_not_proven: 'Prove a domain first: single sign-on is required only of addresses of proven domains.',
  passkey_known: 'This passkey is known here already.',
  passkey_refused: 'This passkey was not accepted: it is not known here, or this took too long. Try again.',
  passkeys_unavailable: 'Passkeys cannot be used at this address of the service.',
  too_many_passkeys: 'An account cannot have more passkeys. Remove one that is no longer used.',
  two_factor_enabled: 'Two-factor authentication is set up already.',
  two_factor_not_enabled: 'Two-factor authentication is not set up.',
  recipient_forbidden: 'Test mails go to people of the organization only.',
  sign_up_closed: 'Nobody signs up by themselves here. Whoever runs the service makes organizations.',
  first_account_made: 'Somebody has an account here already. Sign in, or ask one of them to invite you.',
  first_account_token:
    'Only who runs the service makes its first account: on that machine itself, or with the link that it printed when it started.',
  ticket_closed: 'This ticket is closed. Open another one, and name this one in it.',
}

/** Beside a field, by how the service says it. */
const problems: readonly [said: RegExp, text: string | ((...parts: string[]) => string)][] = [
  [/^is (required|needed)$/, 'is missing'],
  [/^must not be empty$/, 'must not be empty'],
  [/^must hold more than spaces$/, 'must hold more than spaces'],
  [/^must have at least (\d+) characters$/, (count) => `must have at least ${count} characters`],
  [/^must have at most (\d+) characters?$/, (count) => `must have at most ${count} characters`],
  [/^must have at least (\d+) items$/, (count) => `must have at least ${count} entries`],
  [/^must have at most (\d+) items?$/, (count) => `must have at most ${count} entries`],
  [/^must be at least (-?[\d.]+)$/, (limit) => `must be at least ${limit}`],
  [/^must be at most (-?[\d.]+)$/, (limit) => `must be at most ${limit}`],
  [/^must be from (\S+) to (\S+)$/, (low, high) => `must lie from ${low} to ${high}`],
  [/^is (?:not|no) (?:an )?e-?mail address$/, 'is not an e-mail address'],
  [/^must be a line of text$/, 'must be one line of text'],
  [/^is an IP address; a domain name is needed$/, 'is an IP address; a domain name is needed'],
  [/^is not a domain name such as (\S+)$/, (name) => `is not a domain name such as ${name}`],
  [/^is a single word; a full domain name is needed$/, 'is a single word; a full domain name is needed'],
  [/^ends in a name that no public name server knows$/, 'ends in a name that no public name server knows'],
  [/^is a suffix under which others register their domains$/, 'is a suffix under which others register their domains'],
  [/^is a mailbox provider's; /, 'belongs to a mailbox provider, who alone can sign for it. Use a domain of your own'],
  [
    /^may hold letters, digits, dots, hyphens, underscores and \+$/,
    'may hold letters, digits, dots, hyphens, underscores and +',
  ],
]

function problemText(message: string): string {
  for (const [said, text] of problems) {
    const found = said.exec(message)
    if (found) return typeof text === 'function' ? text(...found.slice(1)) : text
  }
  return message
}
