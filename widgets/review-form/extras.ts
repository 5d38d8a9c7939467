// One lazy chunk for forms with questions, an offer or a usual time. Most forms have none of them.
export { listAfter } from './after.ts'
export { answersIn, attributeFields, looks } from './attribute-fields.ts'
