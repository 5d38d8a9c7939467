const english = {
  starsOf: '{n} out of 5 stars',
  verified: 'Verified purchase',
  rewarded: 'Received a reward for this review',
  noneYet: 'There are no reviews yet.',
  replyOf: 'Reply from {name}',
  photoOf: 'Photo {n} by {name}',
  helpful: 'Found helpful: {n}',
}

/** Labels and messages around the reviews, in the language of the page. */
export type Texts = typeof english

/** An empty text counts as missing, so that no label of a review, such as its reward, can be hidden. */
export const textsWith = (own: Partial<Texts> = {}): Texts => ({
  ...english,
  ...Object.fromEntries(Object.entries(own).filter(([, text]) => text?.trim())),
})

export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
