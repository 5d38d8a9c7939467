import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}שלום {{ customer.firstName }},{% else %}שלום,{% endif %}'

export const he: Language = {
  words: {
    bought: 'ההודעה נשלחה אליך בעקבות קנייה ב-{store}.',
    customer: 'ההודעה נשלחה אליך כי יש לך קשר כלקוח עם {store}.',
    wrote: 'ההודעה נשלחה אליך כי כתבת חוות דעת ב-{store}.',
    claimed:
      'ההודעה נשלחה אליך כי חוות דעת נשלחה ל-{store} עם הכתובת הזו. אם זה לא היה מצדך, אין צורך לעשות דבר: היא לא תפורסם בשמך.',
    asked:
      'ההודעה נשלחה אליך כי נשלחה שאלה ל-{store} עם הכתובת הזו, עם בקשה לעדכון כשתתקבל תשובה. זו ההודעה היחידה בנושא.',
    wroteTo:
      'ההודעה נשלחה אליך כי מישהו כתב אל {store} עם הכתובת הזו. אם זה מישהו אחר, אין צורך לעשות דבר: ההודעה תימחק אחרי שבעה ימים.',
    toldOf: 'ההודעה נשלחה אליך כי טופס של {store} מציין את הכתובת הזו לקבלת מה שמבקרים כותבים.',
    purchase: 'הקנייה שלך',
    unsubscribe: 'הסרה מרשימת התפוצה',
    preferences: 'העדפות אימייל',
    hint: 'נא לבחור דירוג',
    rate: 'דירוג: {n} מתוך 5 כוכבים',
    more: {
      one: 'ועוד מוצר אחד מההזמנה שלך',
      two: 'ועוד שני מוצרים מההזמנה שלך',
      other: 'ועוד {n} מוצרים מההזמנה שלך',
    },
    fallback: 'אם הכפתור לא עובד, אפשר לפתוח את הכתובת הזו:',
    decisionReason: 'הסיבה',
    yourReview: 'חוות הדעת שלך',
    yourQuestion: 'השאלה שלך',
    rated: '{n} מתוך 5 כוכבים',
    test: 'ניסיון',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}מה דעתך על {{ products[0].title | truncate: 60 }}?{% else %}מה דעתך על ההזמנה שלך מ-{{ store.name }}?{% endif %}',
      preheader: 'לחיצה על כוכב, דקה אחת, ועזרה לאחרים להחליט.',
      heading: 'מה דעתך?',
      body: `${greeting}

תודה על ההזמנה מ-{{ store.name }}. עבר קצת זמן מאז, ונשמח לדעת איך יצא. לטוב ולרע, מילה כנה עוזרת לנו ולכל מי שעדיין מתלבט.`,
      button: 'כתיבת חוות דעת',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}דקה בשביל {{ products[0].title | truncate: 60 }}?{% else %}דקה בשביל ההזמנה שלך מ-{{ store.name }}?{% endif %}',
      preheader: 'הדעה שלך עדיין חסרה לנו. לחיצה אחת על כוכב היא התחלה.',
      heading: 'עדיין נשמח לשמוע',
      body: `${greeting}

לפני כמה ימים שאלנו מה דעתך על ההזמנה שלך מ-{{ store.name }}. אולי זה לא היה הרגע הנכון. אם עכשיו נוח יותר, נשמח לקרוא את דעתך, תהיה אשר תהיה.`,
      button: 'כתיבת חוות דעת',
    },
    review_confirmation: {
      subject: 'נא לאשר את חוות הדעת שלך ב-{{ store.name }}',
      preheader: 'לחיצה אחת, ונדע שחוות הדעת שלך.',
      heading: 'חוות הדעת הזו שלך?',
      body: `${greeting}

תודה על חוות הדעת ב-{{ store.name }}. נא לאשר שהיא נכתבה על ידך. כך איש לא יוכל לכתוב בשמך.`,
      button: 'אישור חוות הדעת',
    },
    review_reply: {
      subject: 'תגובה של {{ store.name }} לחוות הדעת שלך',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'קיבלת תגובה',
      body: `${greeting}

התקבלה תגובה של {{ store.name }} לחוות הדעת שלך על {{ product.title }}.`,
      button: 'ביקור ב-{{ store.name }}',
    },
    review_rejected: {
      subject: 'חוות הדעת שלך לא פורסמה',
      preheader: '{{ store.name }} בדקו אותה. אפשר לערער.',
      heading: 'חוות הדעת שלך לא פורסמה',
      body: `${greeting}

ב-{{ store.name }} קראו את חוות הדעת שלך על {{ product.title }} והחליטו לא לפרסם אותה. אם דעתך שונה, אפשר לערער פעם אחת והיא תיבדק שוב.`,
      button: 'לקריאת הכללים או לערעור',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}חוות הדעת שלך פורסמה בסופו של דבר{% else %}בעניין הערעור שלך{% endif %}",
      preheader: 'ב-{{ store.name }} בדקו שוב את חוות הדעת שלך.',
      heading: 'בדקנו שוב',
      body: `${greeting}

ב-{{ store.name }} בדקו שוב את חוות הדעת שלך על {{ product.title }}. {% if decision.outcome == 'overturned' %}צדקת: היא פורסמה.{% else %}ההחלטה נשארת: היא לא תפורסם.{% endif %}`,
      button: 'ביקור ב-{{ store.name }}',
    },
    faq_answer: {
      subject: 'תשובה של {{ store.name }} לשאלה שלך',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'קיבלת תשובה',
      body: `${greeting}

התקבלה תשובה של {{ store.name }} לשאלה שלך.`,
      button: 'ביקור ב-{{ store.name }}',
    },
    review_reward: {
      subject: 'הקוד שלך מ-{{ store.name }}',
      preheader: 'תודה על חוות הדעת. הנה מה שהבטחנו.',
      heading: 'הנה הקוד שלך',
      body: `${greeting}

תודה על חוות הדעת ב-{{ store.name }}. זה הקוד שהצענו בעבורה; הוא אינו תלוי במה שנכתב.`,
      button: 'ביקור ב-{{ store.name }}',
    },
    lead_confirmation: {
      subject: 'נא לאשר את ההודעה שלך אל {{ store.name }}',
      preheader: 'לחיצה אחת, וההודעה תועבר.',
      heading: 'כתבת אלינו?',
      body: `שלום,

מישהו כתב אל {{ store.name }} ומסר את הכתובת הזו. נא לאשר שההודעה ממך. רק אז נוכל לקרוא אותה.`,
      button: 'כן, היא ממני',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}הודעה חדשה: {{ gallery.name }}{% else %}הודעות חדשות ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'נשלח דרך הטופס של הגלריה שלך.',
      heading: '{% if count == 1 %}קיבלת הודעה{% else %}הודעות חדשות: {{ count }}{% endif %}',
      body: 'זה הגיע דרך הטופס של הגלריה {{ gallery.name }}.{% if count == 1 %} תשובה להודעה הזו תגיע אל מי ששלח אותה.{% endif %}',
      button: 'לפתיחת הגלריה',
    },
  },
}
