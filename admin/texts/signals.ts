import type { SignalKind, SignalState } from '../api/reviews/signals.ts'

export const signalNames: Record<SignalKind, string> = {
  near_copy: 'Nearly the same words',
  burst: 'Many reviews in a day',
  one_network: 'Several mailboxes, one network',
  one_mailbox: 'Several names, one mailbox',
  insider_address: 'Email address of your shop',
  declared: 'Stated relationship',
}

export const signalStates: Record<SignalState, string> = {
  open: 'Open',
  dismissed: 'Dismissed',
  confirmed: 'Confirmed',
}
