export type Texts = {
  heading: string
  search: string
  /** `{n}` results. */
  found: string
  nothing: string
  empty: string
  more: string
  loading: string
  failed: string
  retry: string
  unavailable: string
  showAll: string
  ask: string
  question: string
  email: string
  emailHint: string
  name: string
  optional: string
  notify: string
  /** `{store}` */
  consent: string
  homepage: string
  send: string
  sending: string
  cancel: string
  thanks: string
  notSent: string
  tooMany: string
}
