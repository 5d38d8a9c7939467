// How reviews are written down, for other pages that show them.
export { recordLink, summaryLine, writeReview } from './review.ts'
export { fill, type Labels, labelsIn } from './texts.ts'
