// What the page behind a confirmation link says.

export type ConfirmationTexts = {
  heading: string
  /** `{product}`, `{store}` */
  text: string
  button: string
  notYou: string
  nameless: string
  done: readonly [heading: string, text: string]
  /** `{store}` */
  back: string
  gone: readonly [heading: string, text: string]
  closed: readonly [heading: string, text: string]
  failed: readonly [heading: string, text: string]
}

const en: ConfirmationTexts = {
  heading: 'Is this review yours?',
  text: 'Somebody with your e-mail address wrote to {store} about “{product}”. If it was you, press the button.',
  button: 'Yes, it is mine',
  notYou: 'It was not you? Then there is nothing to do.',
  nameless: 'a product',
  done: ['Thank you!', 'Your review is confirmed. It appears once the shop has looked at it.'],
  back: 'Back to {store}',
  gone: ['This link leads nowhere', 'It has expired, or the review is no longer there.'],
  closed: ['Not possible at the moment', 'The shop takes no reviews at the moment. Please open the link again later.'],
  failed: ['This did not work just now', 'Please wait a moment and open the link again.'],
}
const de: ConfirmationTexts = {
  heading: 'Ist diese Bewertung von dir?',
  text: 'Jemand mit deiner E-Mail-Adresse hat {store} etwas zu „{product}“ geschrieben. Wenn du das warst, drück auf den Knopf.',
  button: 'Ja, sie ist von mir',
  notYou: 'Das warst nicht du? Dann ist nichts zu tun.',
  nameless: 'einem Artikel',
  done: ['Vielen Dank!', 'Deine Bewertung ist bestätigt. Sie erscheint, sobald der Shop sie angesehen hat.'],
  back: 'Zurück zu {store}',
  gone: ['Dieser Link führt ins Leere', 'Er ist abgelaufen, oder die Bewertung gibt es nicht mehr.'],
  closed: [
    'Zurzeit nicht möglich',
    'Der Shop nimmt zurzeit keine Bewertungen an. Bitte öffne den Link später noch einmal.',
  ],
  failed: ['Das hat gerade nicht geklappt', 'Bitte warte einen Moment und öffne den Link noch einmal.'],
}
const fr: ConfirmationTexts = {
  heading: 'Cet avis est-il de vous ?',
  text: 'Quelqu’un ayant votre adresse e-mail a écrit à {store} au sujet de « {product} ». Si c’était vous, appuyez sur le bouton.',
  button: 'Oui, il est de moi',
  notYou: 'Ce n’était pas vous ? Alors il n’y a rien à faire.',
  nameless: 'un article',
  done: ['Merci !', 'Votre avis est confirmé. Il sera affiché une fois que la boutique l’aura lu.'],
  back: 'Retour à {store}',
  gone: ['Ce lien ne mène nulle part', 'Il a expiré, ou l’avis n’existe plus.'],
  closed: ['Impossible pour le moment', 'La boutique n’accepte pas d’avis en ce moment. Rouvrez le lien plus tard.'],
  failed: ['Cela n’a pas fonctionné à l’instant', 'Patientez un instant, puis rouvrez le lien.'],
}
const es: ConfirmationTexts = {
  heading: '¿Es tuya esta opinión?',
  text: 'Alguien con tu correo ha escrito a {store} sobre «{product}». Si has sido tú, pulsa el botón.',
  button: 'Sí, es mía',
  notYou: '¿No has sido tú? Entonces no hay que hacer nada.',
  nameless: 'un producto',
  done: ['¡Gracias!', 'Tu opinión está confirmada. Aparecerá cuando la tienda la haya revisado.'],
  back: 'Volver a {store}',
  gone: ['Este enlace no lleva a ninguna parte', 'Ha caducado o la opinión ya no existe.'],
  closed: ['No es posible en este momento', 'La tienda no admite opiniones en este momento. Abre el enlace más tarde.'],
  failed: ['No ha funcionado ahora mismo', 'Espera un momento y vuelve a abrir el enlace.'],
}
const it: ConfirmationTexts = {
  heading: 'Questa recensione è tua?',
  text: 'Qualcuno con il tuo indirizzo e-mail ha scritto a {store} di «{product}». Se sei tu, premi il pulsante.',
  button: 'Sì, è mia',
  notYou: 'Non sei tu? Allora non c’è nulla da fare.',
  nameless: 'un prodotto',
  done: ['Grazie!', 'La tua recensione è confermata. Comparirà dopo che il negozio l’avrà letta.'],
  back: 'Torna a {store}',
  gone: ['Questo link non porta da nessuna parte', 'È scaduto, o la recensione non c’è più.'],
  closed: [
    'Al momento non è possibile',
    'Il negozio al momento non accetta recensioni. Apri di nuovo il link più tardi.',
  ],
  failed: ['Per ora non ha funzionato', 'Aspetta un momento e apri di nuovo il link.'],
}
const nl: ConfirmationTexts = {
  heading: 'Is deze beoordeling van jou?',
  text: 'Iemand met jouw e-mailadres heeft {store} geschreven over “{product}”. Was jij dat, druk dan op de knop.',
  button: 'Ja, die is van mij',
  notYou: 'Was jij het niet? Dan hoef je niets te doen.',
  nameless: 'een product',
  done: ['Dank je wel!', 'Je beoordeling is bevestigd. Ze verschijnt zodra de winkel ernaar heeft gekeken.'],
  back: 'Terug naar {store}',
  gone: ['Deze link leidt nergens heen', 'Hij is verlopen, of de beoordeling bestaat niet meer.'],
  closed: [
    'Op dit moment niet mogelijk',
    'De winkel neemt op dit moment geen beoordelingen aan. Open de link later nog eens.',
  ],
  failed: ['Dit lukte net niet', 'Wacht even en open de link opnieuw.'],
}
const pt: ConfirmationTexts = {
  heading: 'Esta opinião é sua?',
  text: 'Alguém com o seu endereço de e-mail escreveu a {store} sobre “{product}”. Se foi você, carregue no botão.',
  button: 'Sim, é minha',
  notYou: 'Não foi você? Então não é preciso fazer nada.',
  nameless: 'um produto',
  done: ['Obrigado!', 'A sua opinião está confirmada. Aparecerá depois de a loja a ter lido.'],
  back: 'Voltar a {store}',
  gone: ['Esta ligação não leva a lado nenhum', 'Expirou, ou a opinião já não existe.'],
  closed: ['De momento não é possível', 'A loja não aceita opiniões de momento. Abra a ligação mais tarde.'],
  failed: ['Não funcionou desta vez', 'Espere um momento e abra a ligação de novo.'],
}
const pl: ConfirmationTexts = {
  heading: 'Czy to Twoja opinia?',
  text: 'Ktoś, podając Twój adres e-mail, napisał do {store} o „{product}”. Jeśli to Ty, naciśnij przycisk.',
  button: 'Tak, to moja opinia',
  notYou: 'To nie Ty? W takim razie nic nie trzeba robić.',
  nameless: 'produkt',
  done: ['Dziękujemy!', 'Twoja opinia jest potwierdzona. Pojawi się, gdy sklep ją przeczyta.'],
  back: 'Wróć do {store}',
  gone: ['Ten link donikąd nie prowadzi', 'Wygasł albo opinii już nie ma.'],
  closed: ['W tej chwili to niemożliwe', 'Sklep w tej chwili nie przyjmuje opinii. Otwórz link ponownie później.'],
  failed: ['Tym razem się nie udało', 'Poczekaj chwilę i otwórz link ponownie.'],
}
const ar: ConfirmationTexts = {
  heading: 'هل هذا الرأي لك؟',
  text: 'كتب شخص باستخدام بريدك الإلكتروني إلى {store} عن «{product}». إذا كنت أنت، فاضغط الزر.',
  button: 'نعم، هو لي',
  notYou: 'لم تكن أنت؟ إذن لا يلزمك فعل شيء.',
  nameless: 'منتج',
  done: ['شكرًا لك!', 'تم تأكيد رأيك. سيظهر بعد أن يطّلع عليه المتجر.'],
  back: 'العودة إلى {store}',
  gone: ['هذا الرابط لا يؤدي إلى أي مكان', 'انتهت صلاحيته أو لم يعد الرأي موجودًا.'],
  closed: ['غير ممكن في الوقت الحالي', 'لا يستقبل المتجر الآراء في الوقت الحالي. افتح الرابط لاحقًا.'],
  failed: ['لم ينجح ذلك الآن', 'انتظر لحظة ثم افتح الرابط مرة أخرى.'],
}
const he: ConfirmationTexts = {
  heading: 'חוות הדעת הזו שלך?',
  text: 'מישהו עם כתובת האימייל שלך כתב אל {store} על ״{product}״. אם זה היית את או אתה, נא ללחוץ על הכפתור.',
  button: 'כן, היא שלי',
  notYou: 'זה מישהו אחר? אז אין צורך לעשות דבר.',
  nameless: 'מוצר',
  done: ['תודה!', 'חוות הדעת אושרה. היא תופיע אחרי שהחנות תעבור עליה.'],
  back: 'חזרה אל {store}',
  gone: ['הקישור הזה לא מוביל לשום מקום', 'תוקפו פג או שחוות הדעת כבר אינה קיימת.'],
  closed: ['לא ניתן כרגע', 'החנות אינה מקבלת חוות דעת כרגע. נא לפתוח את הקישור מאוחר יותר.'],
  failed: ['זה לא הצליח כרגע', 'נא להמתין רגע ולפתוח את הקישור שוב.'],
}

const all: Record<string, ConfirmationTexts> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const confirmationTextsIn = (language: string): ConfirmationTexts => all[language] ?? en
