// Texts of the confirmation page.

export type ConfirmationTexts = {
  heading: string
  /** `{product}`, `{store}` */
  text: string
  button: string
  notYou: string
  nameless: string
  done: readonly [heading: string, text: string]
}

const en: ConfirmationTexts = {
  heading: 'Is this review yours?',
  text: 'Somebody with your e-mail address wrote to {store} about “{product}”. If it was you, press the button.',
  button: 'Yes, it is mine',
  notYou: 'It was not you? Then there is nothing to do.',
  nameless: 'a product',
  done: ['Thank you!', 'Your review is confirmed. It appears once the shop has looked at it.'],
}
const de: ConfirmationTexts = {
  heading: 'Ist diese Bewertung von dir?',
  text: 'Jemand mit deiner E-Mail-Adresse hat {store} etwas zu „{product}“ geschrieben. Wenn du das warst, drück auf den Knopf.',
  button: 'Ja, sie ist von mir',
  notYou: 'Das warst nicht du? Dann ist nichts zu tun.',
  nameless: 'einem Artikel',
  done: ['Vielen Dank!', 'Deine Bewertung ist bestätigt. Sie erscheint, sobald der Shop sie angesehen hat.'],
}
const fr: ConfirmationTexts = {
  heading: 'Cet avis est-il de vous ?',
  text: 'Quelqu’un ayant votre adresse e-mail a écrit à {store} au sujet de « {product} ». Si c’était vous, appuyez sur le bouton.',
  button: 'Oui, il est de moi',
  notYou: 'Ce n’était pas vous ? Alors il n’y a rien à faire.',
  nameless: 'un article',
  done: ['Merci !', 'Votre avis est confirmé. Il sera affiché une fois que la boutique l’aura lu.'],
}
const es: ConfirmationTexts = {
  heading: '¿Es tuya esta opinión?',
  text: 'Alguien con tu correo ha escrito a {store} sobre «{product}». Si has sido tú, pulsa el botón.',
  button: 'Sí, es mía',
  notYou: '¿No has sido tú? Entonces no hay que hacer nada.',
  nameless: 'un producto',
  done: ['¡Gracias!', 'Tu opinión está confirmada. Aparecerá cuando la tienda la haya revisado.'],
}
const it: ConfirmationTexts = {
  heading: 'Questa recensione è tua?',
  text: 'Qualcuno con il tuo indirizzo e-mail ha scritto a {store} di «{product}». Se sei tu, premi il pulsante.',
  button: 'Sì, è mia',
  notYou: 'Non sei tu? Allora non c’è nulla da fare.',
  nameless: 'un prodotto',
  done: ['Grazie!', 'La tua recensione è confermata. Comparirà dopo che il negozio l’avrà letta.'],
}
const nl: ConfirmationTexts = {
  heading: 'Is deze beoordeling van jou?',
  text: 'Iemand met jouw e-mailadres heeft {store} geschreven over “{product}”. Was jij dat, druk dan op de knop.',
  button: 'Ja, die is van mij',
  notYou: 'Was jij het niet? Dan hoef je niets te doen.',
  nameless: 'een product',
  done: ['Dank je wel!', 'Je beoordeling is bevestigd. Ze verschijnt zodra de winkel ernaar heeft gekeken.'],
}
const pt: ConfirmationTexts = {
  heading: 'Esta opinião é sua?',
  text: 'Alguém com o seu endereço de e-mail escreveu a {store} sobre “{product}”. Se foi você, carregue no botão.',
  button: 'Sim, é minha',
  notYou: 'Não foi você? Então não é preciso fazer nada.',
  nameless: 'um produto',
  done: ['Obrigado!', 'A sua opinião está confirmada. Aparecerá depois de a loja a ter lido.'],
}
const pl: ConfirmationTexts = {
  heading: 'Czy to Twoja opinia?',
  text: 'Ktoś, podając Twój adres e-mail, napisał do {store} o „{product}”. Jeśli to Ty, naciśnij przycisk.',
  button: 'Tak, to moja opinia',
  notYou: 'To nie Ty? W takim razie nic nie trzeba robić.',
  nameless: 'produkt',
  done: ['Dziękujemy!', 'Twoja opinia jest potwierdzona. Pojawi się, gdy sklep ją przeczyta.'],
}
const ar: ConfirmationTexts = {
  heading: 'هل هذا الرأي لك؟',
  text: 'كتب شخص باستخدام بريدك الإلكتروني إلى {store} عن «{product}». إذا كنت أنت، فاضغط الزر.',
  button: 'نعم، هو لي',
  notYou: 'لم تكن أنت؟ إذن لا يلزمك فعل شيء.',
  nameless: 'منتج',
  done: ['شكرًا لك!', 'تم تأكيد رأيك. سيظهر بعد أن يطّلع عليه المتجر.'],
}
const he: ConfirmationTexts = {
  heading: 'חוות הדעת הזו שלך?',
  text: 'מישהו עם כתובת האימייל שלך כתב אל {store} על ״{product}״. אם זה היית את או אתה, נא ללחוץ על הכפתור.',
  button: 'כן, היא שלי',
  notYou: 'זה מישהו אחר? אז אין צורך לעשות דבר.',
  nameless: 'מוצר',
  done: ['תודה!', 'חוות הדעת אושרה. היא תופיע אחרי שהחנות תעבור עליה.'],
}

const all: Record<string, ConfirmationTexts> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const confirmationTextsIn = (language: string): ConfirmationTexts => all[language] ?? en
