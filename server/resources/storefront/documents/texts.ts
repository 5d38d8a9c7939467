type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Texts = {
  heading: string
  /** `{n}` */
  count: Plural
  /** `{n}` */
  starsOf: string
  noneYet: string
  verified: string
  rewarded: string
  /** `{name}` */
  replyOf: string
  /** `{n}`, `{name}` */
  photoOf: string
  next: string
  first: string
  pages: string
  /** `{n}`. Without words that depend on the number. */
  helpful: string
  /** `{n}` */
  ofFive: string
  /** `{n}`: number of answers to an additional question. */
  answers: string
  record: string
}

const texts: Record<string, Texts> = {
  en: {
    heading: 'Customer reviews',
    count: { one: '{n} review', other: '{n} reviews' },
    starsOf: '{n} out of 5 stars',
    noneYet: 'There are no reviews yet.',
    verified: 'Verified purchase',
    rewarded: 'Received a reward for this review',
    replyOf: 'Reply from {name}',
    photoOf: 'Photo {n} by {name}',
    next: 'More reviews',
    first: 'Back to the first reviews',
    pages: 'Pages of reviews',
    helpful: 'Found helpful: {n}',
    ofFive: '{n} out of 5',
    answers: 'Answers: {n}',
    record: 'How these reviews are checked: the public record',
  },
  de: {
    heading: 'Kundenbewertungen',
    count: { one: '{n} Bewertung', other: '{n} Bewertungen' },
    starsOf: '{n} von 5 Sternen',
    noneYet: 'Noch gibt es keine Bewertungen.',
    verified: 'Bestätigter Kauf',
    rewarded: 'Hat für diese Bewertung eine Prämie erhalten',
    replyOf: 'Antwort von {name}',
    photoOf: 'Foto {n} von {name}',
    next: 'Weitere Bewertungen',
    first: 'Zurück zu den ersten Bewertungen',
    pages: 'Seiten mit Bewertungen',
    helpful: 'Hilfreich gefunden: {n}',
    ofFive: '{n} von 5',
    answers: 'Antworten: {n}',
    record: 'So werden diese Bewertungen geprüft: das öffentliche Protokoll',
  },
  fr: {
    heading: 'Avis des clients',
    count: { one: '{n} avis', other: '{n} avis' },
    starsOf: '{n} étoiles sur 5',
    noneYet: 'Il n’y a pas encore d’avis.',
    verified: 'Achat vérifié',
    rewarded: 'A reçu une récompense pour cet avis',
    replyOf: 'Réponse de {name}',
    photoOf: 'Photo {n} de {name}',
    next: 'Plus d’avis',
    first: 'Revenir aux premiers avis',
    pages: 'Pages d’avis',
    helpful: 'Jugé utile : {n}',
    ofFive: '{n} sur 5',
    answers: 'Réponses : {n}',
    record: 'Comment ces avis sont vérifiés : le registre public',
  },
  es: {
    heading: 'Opiniones de clientes',
    count: { one: '{n} opinión', other: '{n} opiniones' },
    starsOf: '{n} de 5 estrellas',
    noneYet: 'Todavía no hay opiniones.',
    verified: 'Compra verificada',
    rewarded: 'Recibió una recompensa por esta opinión',
    replyOf: 'Respuesta de {name}',
    photoOf: 'Foto {n} de {name}',
    next: 'Más opiniones',
    first: 'Volver a las primeras opiniones',
    pages: 'Páginas de opiniones',
    helpful: 'Les resultó útil: {n}',
    ofFive: '{n} de 5',
    answers: 'Respuestas: {n}',
    record: 'Cómo se comprueban estas opiniones: el registro público',
  },
  it: {
    heading: 'Recensioni dei clienti',
    count: { one: '{n} recensione', other: '{n} recensioni' },
    starsOf: '{n} stelle su 5',
    noneYet: 'Non ci sono ancora recensioni.',
    verified: 'Acquisto verificato',
    rewarded: 'Ha ricevuto un premio per questa recensione',
    replyOf: 'Risposta di {name}',
    photoOf: 'Foto {n} di {name}',
    next: 'Altre recensioni',
    first: 'Torna alle prime recensioni',
    pages: 'Pagine di recensioni',
    helpful: 'Giudicata utile: {n}',
    ofFive: '{n} su 5',
    answers: 'Risposte: {n}',
    record: 'Come vengono verificate queste recensioni: il registro pubblico',
  },
  nl: {
    heading: 'Klantbeoordelingen',
    count: { one: '{n} beoordeling', other: '{n} beoordelingen' },
    starsOf: '{n} van de 5 sterren',
    noneYet: 'Er zijn nog geen beoordelingen.',
    verified: 'Geverifieerde aankoop',
    rewarded: 'Kreeg een beloning voor deze beoordeling',
    replyOf: 'Antwoord van {name}',
    photoOf: 'Foto {n} van {name}',
    next: 'Meer beoordelingen',
    first: 'Terug naar de eerste beoordelingen',
    pages: 'Pagina’s met beoordelingen',
    helpful: 'Nuttig gevonden: {n}',
    ofFive: '{n} van 5',
    answers: 'Antwoorden: {n}',
    record: 'Hoe deze beoordelingen worden gecontroleerd: het openbare register',
  },
  pt: {
    heading: 'Avaliações de clientes',
    count: { one: '{n} avaliação', other: '{n} avaliações' },
    starsOf: '{n} de 5 estrelas',
    noneYet: 'Ainda não há avaliações.',
    verified: 'Compra verificada',
    rewarded: 'Recebeu uma recompensa por esta avaliação',
    replyOf: 'Resposta de {name}',
    photoOf: 'Foto {n} de {name}',
    next: 'Mais avaliações',
    first: 'Voltar às primeiras avaliações',
    pages: 'Páginas de avaliações',
    helpful: 'Consideraram útil: {n}',
    ofFive: '{n} de 5',
    answers: 'Respostas: {n}',
    record: 'Como estas avaliações são verificadas: o registo público',
  },
  pl: {
    heading: 'Opinie klientów',
    count: { one: '{n} opinia', few: '{n} opinie', many: '{n} opinii', other: '{n} opinii' },
    starsOf: '{n} na 5 gwiazdek',
    noneYet: 'Nie ma jeszcze opinii.',
    verified: 'Zakup potwierdzony',
    rewarded: 'Za tę opinię przyznano nagrodę',
    replyOf: 'Odpowiedź: {name}',
    photoOf: 'Zdjęcie {n}, autor: {name}',
    next: 'Więcej opinii',
    first: 'Wróć do pierwszych opinii',
    pages: 'Strony z opiniami',
    helpful: 'Uznane za pomocne: {n}',
    ofFive: '{n} na 5',
    answers: 'Odpowiedzi: {n}',
    record: 'Jak sprawdzane są te opinie: publiczny rejestr',
  },
  ar: {
    heading: 'آراء العملاء',
    count: {
      one: 'رأي واحد',
      two: 'رأيان',
      few: '{n} آراء',
      many: '{n} رأيًا',
      other: '{n} رأي',
    },
    starsOf: '{n} من 5 نجوم',
    noneYet: 'لا توجد آراء بعد.',
    verified: 'عملية شراء مؤكدة',
    rewarded: 'حصل الكاتب على مكافأة مقابل هذا الرأي',
    replyOf: 'رد من {name}',
    photoOf: 'صورة {n} من {name}',
    next: 'المزيد من الآراء',
    first: 'العودة إلى أول الآراء',
    pages: 'صفحات الآراء',
    helpful: 'وجدوه مفيدًا: {n}',
    ofFive: '{n} من 5',
    answers: 'الإجابات: {n}',
    record: 'كيف يتم التحقق من هذه التقييمات: السجل العام',
  },
  he: {
    heading: 'ביקורות של לקוחות',
    count: { one: 'ביקורת אחת', two: 'שתי ביקורות', other: '{n} ביקורות' },
    starsOf: '{n} מתוך 5 כוכבים',
    noneYet: 'עדיין אין ביקורות.',
    verified: 'רכישה מאומתת',
    rewarded: 'ניתן תגמול עבור ביקורת זו',
    replyOf: 'תגובה מאת {name}',
    photoOf: 'תמונה {n} מאת {name}',
    next: 'ביקורות נוספות',
    first: 'חזרה לביקורות הראשונות',
    pages: 'דפי ביקורות',
    helpful: 'מצאו מועיל: {n}',
    ofFive: '{n} מתוך 5',
    answers: 'תשובות: {n}',
    record: 'איך נבדקות הביקורות האלה: הרישום הציבורי',
  },
}

export type Labels = Texts & {
  locale: string
  number(value: number): string
  /** An average, with one decimal. */
  decimal(value: number): string
  date(instant: string, timezone: string): string
  counted(n: number): string
}

/** Texts, numbers and dates of a language; English texts for a language without any. */
export function labelsIn(wanted: string): Labels {
  const locale = canonical(wanted)
  const language = new Intl.Locale(locale).language
  const known = texts[language] ? language : 'en'
  const own = texts[known] as Texts
  const spoken = known === language ? locale : known
  const numbers = new Intl.NumberFormat(spoken, { maximumFractionDigits: 2 })
  const decimals = new Intl.NumberFormat(spoken, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const plural = new Intl.PluralRules(known)
  return {
    ...own,
    locale: spoken,
    number: (value) => numbers.format(value),
    decimal: (value) => decimals.format(value),
    date: (instant, timezone) =>
      new Intl.DateTimeFormat(spoken, { dateStyle: 'long', timeZone: timezone }).format(new Date(instant)),
    counted: (n) => fill(own.count[plural.select(n)] ?? own.count.other, { n: numbers.format(n) }),
  }
}

export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** A text may look like a language tag and be invalid. */
function canonical(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}
