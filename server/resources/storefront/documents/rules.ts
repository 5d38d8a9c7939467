// How reviews are written down, for other pages that show them.
export { drawn, recordLink, starsOf, writeReview } from './review.ts'
export { fill, type Labels, labelsIn } from './texts.ts'
