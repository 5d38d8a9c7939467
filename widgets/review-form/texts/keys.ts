export type Problem =
  | 'ratingMissing'
  | 'titleLong'
  | 'bodyMissing'
  | 'bodyLong'
  | 'nameMissing'
  | 'nameLong'
  | 'nameAddress'
  | 'emailWrong'
  | 'consentMissing'
  | 'photoSize'
  | 'photoType'
  | 'photoMany'
  | 'photoPixels'
  | 'photoDamaged'
  | 'photoFailed'
  | 'tooMany'
  | 'offline'
  | 'closed'
  | 'refused'

export type Texts = {
  rating: string
  /** `{n}` */
  starsOf: string
  /** For one to five stars. */
  words: readonly [string, string, string, string, string]
  title: string
  optional: string
  body: string
  bodyHint: string
  /** `{n}` */
  left: string
  /** `{n}` */
  over: string
  photos: string
  /** `{max}` */
  photosHint: string
  addPhotos: string
  /** `{n}` */
  removePhoto: string
  /** `{n}` */
  retryPhoto: string
  /** `{n}` */
  uploading: string
  already: string
  name: string
  nameHint: string
  email: string
  emailHint: string
  /** `{store}` */
  consent: string
  submit: string
  sending: string
  restored: string
  check: string
  thanks: string
  thanksText: string
  /** `{email}` */
  thanksConfirm: string
  /** Label of the hidden field, for a screen reader that finds it anyway: leave it empty. */
  honeypotField: string
  notLoaded: string
  tryAgain: string
} & Record<Problem, string>
