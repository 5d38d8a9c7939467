export { recordLink, summaryLine, writeReview } from './review.ts'
export { fill, type Labels, labelsIn } from './texts.ts'
