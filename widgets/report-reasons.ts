export const reasons = ['spam', 'fake', 'offensive', 'off_topic', 'privacy', 'other'] as const
