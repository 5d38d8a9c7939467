import type { Words } from './keys.ts'

export const words: Words = {
  points: { zero: '{n} نقطة', one: 'نقطة واحدة', two: 'نقطتان', few: '{n} نقاط', many: '{n} نقطة', other: '{n} نقطة' },
  days: { zero: '{n} يوم', one: 'يوم واحد', two: 'يومين', few: '{n} أيام', many: '{n} يومًا', other: '{n} يوم' },
  afterDays: { zero: '{n} يوم', one: 'يوم واحد', two: 'يومين', few: '{n} أيام', many: '{n} يومًا', other: '{n} يوم' },
  order: 'مقابل كل {amount} من الطلب: {points}.',
  refund: 'ما يُعاد ثمنه أو يُلغى لا يمنح نقاطًا.',
  hold: 'يمكن استخدام نقاط الطلب بعد {days}.',
  birthday: 'في عيد ميلادك، مرة في السنة: {points}.',
  referral: 'عندما يطلب شخص جاء بتوصية منك لأول مرة: {points}.',
  referralFrom: 'عندما يطلب شخص جاء بتوصية منك لأول مرة بقيمة {amount} على الأقل: {points}.',
  friend: 'ويحصل هذا الشخص على: {points}.',
  expiry: 'تنتهي صلاحية النقاط بعد {days} من اليوم الذي كُسبت فيه. وتُستخدم الأقدم أولًا.',
}
