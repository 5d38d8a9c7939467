/** Parameters that name the subject of an element's reviews. Without any of them, they are the reviews of all products. */
export type Subject = { subject?: 'shop'; platformProductId?: string | null }

export const readSubject = (element: Element): Subject =>
  element.getAttribute('subject') === 'shop'
    ? { subject: 'shop' }
    : { platformProductId: element.getAttribute('product') }
