import { internalEvent } from '#platform/areas/events.ts'

/** A shopper's question has come in; of what is plainly spam nothing is said. */
export const questionAsked = internalEvent<{ id: string; email: string; name: string | null }>('faq_question.asked')
