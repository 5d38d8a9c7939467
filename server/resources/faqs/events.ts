import { internalEvent } from '#platform/areas/events.ts'

/** Published for shoppers' questions, except obvious spam. */
export const questionAsked = internalEvent<{ id: string; email: string; name: string | null }>('faq_question.asked')
