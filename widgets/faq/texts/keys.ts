// What every language of the FAQs has to say.
export type Texts = {
  heading: string
  search: string
  /** Found so many: `{n}`. */
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
