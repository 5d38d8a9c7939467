import { internalEvent } from '#platform/areas/events.ts'

/** Published for questions of shoppers, but not for obvious spam. */
export const questionAsked = internalEvent<{ id: string; email: string; name: string | null }>('faq_question.asked')
