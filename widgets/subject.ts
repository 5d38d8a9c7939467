/** Parameters that name the subject of an element. Without them, it shows reviews of all products. */
export type Subject = { subject?: 'shop'; platformProductId?: string | null }

export const readSubject = (element: Element): Subject =>
  element.getAttribute('subject') === 'shop'
    ? { subject: 'shop' }
    : { platformProductId: element.getAttribute('product') }
