import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}مرحبًا {{ customer.firstName }}،{% else %}مرحبًا،{% endif %}'

export const ar: Language = {
  words: {
    bought: 'تصلك هذه الرسالة لأنك اشتريت من {store}.',
    wrote: 'تصلك هذه الرسالة لأنك كتبت رأيًا في {store}.',
    claimed:
      'تصلك هذه الرسالة لأن رأيًا أُرسل إلى {store} بهذا العنوان. إن لم يكن منك فلا داعي لفعل أي شيء: لن يُنشر باسمك.',
    asked:
      'تصلك هذه الرسالة لأن سؤالًا أُرسل إلى {store} بهذا العنوان مع طلب الإبلاغ عند الإجابة. هي الرسالة الوحيدة بشأنه.',
    purchase: 'مشترياتك',
    unsubscribe: 'إلغاء الاشتراك',
    preferences: 'تفضيلات البريد الإلكتروني',
    hint: 'اختر تقييمك',
    rate: 'التقييم: {n} من 5 نجوم',
    more: {
      one: 'ومنتج آخر من طلبك',
      two: 'ومنتجان آخران من طلبك',
      few: 'و{n} منتجات أخرى من طلبك',
      many: 'و{n} منتجًا آخر من طلبك',
      other: 'و{n} منتج آخر من طلبك',
    },
    fallback: 'إن لم يعمل الزر فافتح هذا العنوان:',
    yourReview: 'رأيك',
    yourQuestion: 'سؤالك',
    rated: '{n} من 5 نجوم',
    test: 'تجربة',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}ما رأيك في {{ products[0].title | truncate: 60 }}؟{% else %}ما رأيك في طلبك من {{ store.name }}؟{% endif %}',
      preheader: 'اضغط على نجمة. لن يستغرق الأمر أكثر من دقيقة، وسيساعد غيرك على الاختيار.',
      heading: 'ما رأيك؟',
      body: `${greeting}

شكرًا لطلبك من {{ store.name }}. لقد مرّ عليه بعض الوقت. هل تخبرنا كيف وجدته؟ مدحًا كانت أم نقدًا، كلمتك الصادقة تساعدنا وتساعد كل من لم يقرر بعد.`,
      button: 'كتابة رأي',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}دقيقة من وقتك عن {{ products[0].title | truncate: 60 }}؟{% else %}دقيقة من وقتك عن طلبك من {{ store.name }}؟{% endif %}',
      preheader: 'ما زلنا ننتظر رأيك. ضغطة واحدة على نجمة تكفي للبداية.',
      heading: 'ما زال رأيك يهمنا',
      body: `${greeting}

سألناك قبل بضعة أيام عن رأيك في طلبك من {{ store.name }}. ربما لم يكن الوقت مناسبًا. إن كان الآن أنسب فسيسعدنا أن نقرأ رأيك، أيًّا كان.`,
      button: 'كتابة رأي',
    },
    review_confirmation: {
      subject: 'يرجى تأكيد رأيك في {{ store.name }}',
      preheader: 'ضغطة واحدة ونتأكد أن الرأي لك.',
      heading: 'هل هذا الرأي لك؟',
      body: `${greeting}

شكرًا لرأيك في {{ store.name }}. يرجى تأكيد أنك من كتبه، حتى لا يكتب أحد باسمك.`,
      button: 'تأكيد رأيي',
    },
    review_reply: {
      subject: 'ردّ {{ store.name }} على رأيك',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'وصلك رد',
      body: `${greeting}

ردّ {{ store.name }} على رأيك في {{ product.title }}.`,
      button: 'زيارة {{ store.name }}',
    },
    faq_answer: {
      subject: 'أجاب {{ store.name }} عن سؤالك',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'وصلتك إجابة',
      body: `${greeting}

أجاب {{ store.name }} عن سؤالك.`,
      button: 'زيارة {{ store.name }}',
    },
    review_reward: {
      subject: 'رمزك من {{ store.name }}',
      preheader: 'شكرًا على رأيك. إليك ما وعدنا به.',
      heading: 'إليك رمزك',
      body: `${greeting}

شكرًا على رأيك في {{ store.name }}. هذا هو الرمز الذي عرضناه عليك، وهو لا يتوقف على ما كتبته.`,
      button: 'زيارة {{ store.name }}',
    },
  },
}
