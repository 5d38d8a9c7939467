export { type Labels, labelsIn } from './labels.ts'
export { recordLink, summaryLine, writeReview } from './review.ts'
