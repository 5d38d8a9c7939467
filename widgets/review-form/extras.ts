// One lazy chunk for forms with questions, an offer, a usual decision time or the relationship question. Most forms have none of them.
export { listAfter } from './after.ts'
export { answersIn, attributeFields, looks } from './attribute-fields.ts'
export { relationshipField } from './relationship-field.ts'
