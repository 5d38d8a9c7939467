import type { Words } from './keys.ts'

export const words: Words = {
  points: { one: 'נקודה אחת', two: '{n} נקודות', other: '{n} נקודות' },
  days: { one: 'יום אחד', two: 'יומיים', other: '{n} ימים' },
  afterDays: { one: 'יום אחד', two: 'יומיים', other: '{n} ימים' },
  order: 'על כל {amount} של הזמנה: ‏{points}.',
  refund: 'מה שמוחזר או מבוטל אינו מזכה בנקודות.',
  hold: 'אפשר לממש את הנקודות של הזמנה אחרי {days}.',
  birthday: 'ליום ההולדת, פעם בשנה: ‏{points}.',
  referral: 'כשמישהו שהגיע בהמלצתך מזמין בפעם הראשונה: ‏{points}.',
  referralFrom: 'כשמישהו שהגיע בהמלצתך מזמין בפעם הראשונה, ב־{amount} לפחות: ‏{points}.',
  friend: 'מי שהגיע בהמלצתך מקבל: ‏{points}.',
  expiry: 'הנקודות פגות אחרי {days} מהיום שבו נצברו. הישנות ביותר ממומשות קודם.',
}
