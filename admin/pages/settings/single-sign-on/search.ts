export type SignOnSearch = { singleSignOn?: string }

export const readSignOnSearch = ({ singleSignOn }: Record<string, unknown>): SignOnSearch =>
  typeof singleSignOn === 'string' ? { singleSignOn } : {}
