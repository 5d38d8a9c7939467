import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}مرحبًا {{ customer.firstName }}،{% else %}مرحبًا،{% endif %}'

export const ar: Language = {
  words: {
    bought: 'تصلك هذه الرسالة لأنك اشتريت من {store}.',
    customer: 'تصلك هذه الرسالة لأنك من عملاء {store}.',
    wrote: 'تصلك هذه الرسالة لأنك كتبت رأيًا في {store}.',
    claimed:
      'تصلك هذه الرسالة لأن رأيًا أُرسل إلى {store} بهذا العنوان. إن لم يكن منك فلا داعي لفعل أي شيء: لن يُنشر باسمك.',
    asked:
      'تصلك هذه الرسالة لأن سؤالًا أُرسل إلى {store} بهذا العنوان مع طلب الإبلاغ عند الإجابة. هي الرسالة الوحيدة بشأنه.',
    wroteTo:
      'تصلك هذه الرسالة لأن شخصًا كتب إلى {store} باستخدام هذا العنوان. إذا لم تكن أنت، فلا يلزمك فعل شيء: ستُحذف الرسالة بعد سبعة أيام.',
    toldOf: 'تصلك هذه الرسالة لأن نموذجًا لدى {store} يذكر هذا العنوان لاستقبال ما يكتبه الزوار.',
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
    decisionReason: 'السبب',
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
    review_rejected: {
      subject: 'لم يُنشر رأيك',
      preheader: 'راجعه {{ store.name }}. يمكنك الاعتراض.',
      heading: 'لم يُنشر رأيك',
      body: `${greeting}

قرأ {{ store.name }} رأيك في {{ product.title }} وقرّر عدم نشره. إن كنت ترى غير ذلك فيمكنك الاعتراض مرة واحدة، وسيُراجَع من جديد.`,
      button: 'اقرأ القواعد أو اعترض',
    },
    review_appeal: {
      subject: "{% if decision.outcome == 'overturned' %}نُشر رأيك بعد المراجعة{% else %}بشأن اعتراضك{% endif %}",
      preheader: 'راجع {{ store.name }} رأيك من جديد.',
      heading: 'راجعنا رأيك من جديد',
      body: `${greeting}

راجع {{ store.name }} رأيك في {{ product.title }} من جديد. {% if decision.outcome == 'overturned' %}كنت على حق: نُشر الآن.{% else %}القرار قائم: لن يُنشر.{% endif %}`,
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
    lead_confirmation: {
      subject: 'يرجى تأكيد رسالتك إلى {{ store.name }}',
      preheader: 'نقرة واحدة وتصل رسالتك.',
      heading: 'هل كتبت إلينا؟',
      body: `مرحبًا،

كتب شخص إلى {{ store.name }} وذكر هذا العنوان. يرجى تأكيد أنك أنت. عندها فقط يمكننا قراءتها.`,
      button: 'نعم، كنت أنا',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}رسالة جديدة: {{ gallery.name }}{% else %}رسائل جديدة ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'أُرسلت عبر نموذج معرضك.',
      heading: '{% if count == 1 %}لديك رسالة{% else %}رسائل جديدة: {{ count }}{% endif %}',
      body: 'وصلت عبر نموذج المعرض {{ gallery.name }}.{% if count == 1 %} إذا رددت على هذه الرسالة فسيصل ردك إلى المرسل.{% endif %}',
      button: 'افتح المعرض',
    },
  },
}
