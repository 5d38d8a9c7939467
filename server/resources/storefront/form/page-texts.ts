// Texts of the hosted page around the form. The form's own are in widgets/review-form/texts.

export type PageTexts = {
  title: string
  heading: string
  intro: string
  /** `{number}` */
  order: string
  write: string
  nameless: string
  /** Heading and line after a review, while other products have none. */
  someDone: readonly [heading: string, text: string]
  allDone: readonly [heading: string, text: string]
  /** `{store}` */
  back: string
  gone: readonly [heading: string, text: string]
  cancelled: readonly [heading: string, text: string]
  empty: readonly [heading: string, text: string]
  closed: readonly [heading: string, text: string]
  elsewhere: readonly [heading: string, text: string]
  tooMany: readonly [heading: string, text: string]
  failed: readonly [heading: string, text: string]
}

const en: PageTexts = {
  title: 'Write a review',
  heading: 'How do you like it?',
  intro: 'Tell others what it is really like. Both praise and criticism help.',
  order: 'Order {number}',
  write: 'Write a review',
  nameless: 'Product',
  someDone: ['And the rest of your order?', 'Tell others about it too. Both praise and criticism help.'],
  allDone: ['All done', 'You have reviewed everything in this order.'],
  back: 'Back to {store}',
  gone: [
    'This link leads nowhere',
    'It has expired, or a part of it is missing. Open the link in the e-mail once more.',
  ],
  cancelled: ['This order was cancelled', 'So there is nothing to review. Thank you for looking in.'],
  empty: ['There is nothing to review here', 'The products of this order can no longer be reviewed.'],
  closed: ['No reviews at the moment', 'The shop takes no reviews at the moment. Please try again later.'],
  elsewhere: ['This did not come from our page', 'Open the link in the e-mail, and send your review from there.'],
  tooMany: ['That was a lot at once', 'Please wait a moment, go back and try again. Your text is still there.'],
  failed: ['Something went wrong on our side', 'Please go back and try again in a moment. Your text is still there.'],
}
const de: PageTexts = {
  title: 'Bewertung schreiben',
  heading: 'Wie gefällt es dir?',
  intro: 'Erzähl anderen, wie es wirklich ist. Lob und Kritik helfen gleichermaßen.',
  order: 'Bestellung {number}',
  write: 'Bewertung schreiben',
  nameless: 'Artikel',
  someDone: ['Und der Rest deiner Bestellung?', 'Erzähl auch davon. Lob und Kritik helfen gleichermaßen.'],
  allDone: ['Alles erledigt', 'Du hast alles aus dieser Bestellung bewertet.'],
  back: 'Zurück zu {store}',
  gone: [
    'Dieser Link führt ins Leere',
    'Er ist abgelaufen, oder ein Stück davon fehlt. Öffne den Link in der E-Mail noch einmal.',
  ],
  cancelled: [
    'Diese Bestellung wurde storniert',
    'Es gibt also nichts zu bewerten. Danke, dass du vorbeigeschaut hast.',
  ],
  empty: ['Hier gibt es nichts zu bewerten', 'Die Artikel dieser Bestellung können nicht mehr bewertet werden.'],
  closed: [
    'Zurzeit keine Bewertungen',
    'Der Shop nimmt zurzeit keine Bewertungen an. Bitte versuch es später noch einmal.',
  ],
  elsewhere: [
    'Das kam nicht von unserer Seite',
    'Öffne den Link in der E-Mail und schick deine Bewertung von dort ab.',
  ],
  tooMany: [
    'Das war viel auf einmal',
    'Bitte warte einen Moment, geh zurück und versuch es noch einmal. Dein Text ist noch da.',
  ],
  failed: [
    'Bei uns ist etwas schiefgegangen',
    'Bitte geh zurück und versuch es gleich noch einmal. Dein Text ist noch da.',
  ],
}
const fr: PageTexts = {
  title: 'Donner votre avis',
  heading: 'Qu’en pensez-vous ?',
  intro: 'Dites aux autres ce qu’il en est vraiment. Les compliments comme les critiques sont utiles.',
  order: 'Commande {number}',
  write: 'Donner votre avis',
  nameless: 'Article',
  someDone: ['Et le reste de votre commande ?', 'Parlez-en aussi. Les compliments comme les critiques sont utiles.'],
  allDone: ['C’est terminé', 'Vous avez donné votre avis sur toute cette commande.'],
  back: 'Retour à {store}',
  gone: [
    'Ce lien ne mène nulle part',
    'Il a expiré ou il en manque une partie. Ouvrez de nouveau le lien reçu par e-mail.',
  ],
  cancelled: ['Cette commande a été annulée', 'Il n’y a donc rien à évaluer. Merci de votre visite.'],
  empty: ['Il n’y a rien à évaluer ici', 'Les articles de cette commande ne peuvent plus être évalués.'],
  closed: ['Pas d’avis pour le moment', 'La boutique n’accepte pas d’avis en ce moment. Réessayez plus tard.'],
  elsewhere: ['Cela ne venait pas de notre page', 'Ouvrez le lien reçu par e-mail et envoyez votre avis de là.'],
  tooMany: [
    'C’était beaucoup à la fois',
    'Attendez un instant, revenez en arrière et réessayez. Votre texte est toujours là.',
  ],
  failed: [
    'Un problème est survenu chez nous',
    'Revenez en arrière et réessayez dans un instant. Votre texte est toujours là.',
  ],
}
const es: PageTexts = {
  title: 'Escribir una opinión',
  heading: '¿Qué te parece?',
  intro: 'Cuenta a los demás cómo es en realidad. Ayudan tanto los elogios como las críticas.',
  order: 'Pedido {number}',
  write: 'Escribir una opinión',
  nameless: 'Producto',
  someDone: ['¿Y el resto del pedido?', 'Cuenta también cómo es. Ayudan tanto los elogios como las críticas.'],
  allDone: ['Todo listo', 'Has opinado sobre todo lo de este pedido.'],
  back: 'Volver a {store}',
  gone: [
    'Este enlace no lleva a ninguna parte',
    'Ha caducado o le falta una parte. Abre otra vez el enlace del correo.',
  ],
  cancelled: ['Este pedido se canceló', 'Así que no hay nada que valorar. Gracias por pasarte.'],
  empty: ['Aquí no hay nada que valorar', 'Los productos de este pedido ya no se pueden valorar.'],
  closed: ['Por ahora no hay opiniones', 'La tienda no admite opiniones en este momento. Inténtalo más tarde.'],
  elsewhere: ['Esto no venía de nuestra página', 'Abre el enlace del correo y envía tu opinión desde allí.'],
  tooMany: ['Ha sido mucho de golpe', 'Espera un momento, vuelve atrás e inténtalo de nuevo. Tu texto sigue ahí.'],
  failed: ['Algo ha fallado por nuestra parte', 'Vuelve atrás e inténtalo de nuevo en un momento. Tu texto sigue ahí.'],
}
const it: PageTexts = {
  title: 'Scrivi una recensione',
  heading: 'Che cosa ne pensi?',
  intro: 'Racconta agli altri com’è davvero. Servono sia le lodi sia le critiche.',
  order: 'Ordine {number}',
  write: 'Scrivi una recensione',
  nameless: 'Prodotto',
  someDone: ['E il resto dell’ordine?', 'Racconta anche com’è quello. Servono sia le lodi sia le critiche.'],
  allDone: ['Tutto fatto', 'Hai recensito tutto ciò che c’è in questo ordine.'],
  back: 'Torna a {store}',
  gone: [
    'Questo link non porta da nessuna parte',
    'È scaduto, o ne manca un pezzo. Apri di nuovo il link nell’e-mail.',
  ],
  cancelled: ['Questo ordine è stato annullato', 'Quindi non c’è nulla da recensire. Grazie della visita.'],
  empty: ['Qui non c’è nulla da recensire', 'I prodotti di questo ordine non si possono più recensire.'],
  closed: ['Al momento niente recensioni', 'Il negozio al momento non accetta recensioni. Riprova più tardi.'],
  elsewhere: ['Non proveniva dalla nostra pagina', 'Apri il link nell’e-mail e invia la recensione da lì.'],
  tooMany: ['Era troppo in una volta', 'Aspetta un momento, torna indietro e riprova. Il tuo testo è ancora lì.'],
  failed: [
    'Qualcosa non ha funzionato da parte nostra',
    'Torna indietro e riprova tra un momento. Il tuo testo è ancora lì.',
  ],
}
const nl: PageTexts = {
  title: 'Beoordeling schrijven',
  heading: 'Wat vind je ervan?',
  intro: 'Vertel anderen hoe het echt is. Lof en kritiek helpen allebei.',
  order: 'Bestelling {number}',
  write: 'Beoordeling schrijven',
  nameless: 'Product',
  someDone: ['En de rest van je bestelling?', 'Vertel er ook over. Lof en kritiek helpen allebei.'],
  allDone: ['Helemaal klaar', 'Je hebt alles uit deze bestelling beoordeeld.'],
  back: 'Terug naar {store}',
  gone: [
    'Deze link leidt nergens heen',
    'Hij is verlopen of er ontbreekt een stuk. Open de link in de e-mail nog eens.',
  ],
  cancelled: ['Deze bestelling is geannuleerd', 'Er valt dus niets te beoordelen. Bedankt voor je bezoek.'],
  empty: ['Hier valt niets te beoordelen', 'De producten van deze bestelling kunnen niet meer beoordeeld worden.'],
  closed: [
    'Op dit moment geen beoordelingen',
    'De winkel neemt op dit moment geen beoordelingen aan. Probeer het later nog eens.',
  ],
  elsewhere: ['Dit kwam niet van onze pagina', 'Open de link in de e-mail en verstuur je beoordeling van daaruit.'],
  tooMany: ['Dat was veel tegelijk', 'Wacht even, ga terug en probeer het opnieuw. Je tekst staat er nog.'],
  failed: ['Er ging bij ons iets mis', 'Ga terug en probeer het zo nog eens. Je tekst staat er nog.'],
}
const pt: PageTexts = {
  title: 'Escrever uma opinião',
  heading: 'O que achou?',
  intro: 'Conte aos outros como é na verdade. Tanto os elogios como as críticas ajudam.',
  order: 'Encomenda {number}',
  write: 'Escrever uma opinião',
  nameless: 'Produto',
  someDone: ['E o resto da encomenda?', 'Conte também como é. Tanto os elogios como as críticas ajudam.'],
  allDone: ['Tudo concluído', 'Já deu a sua opinião sobre tudo nesta encomenda.'],
  back: 'Voltar a {store}',
  gone: ['Esta ligação não leva a lado nenhum', 'Expirou ou falta-lhe uma parte. Abra de novo a ligação no e-mail.'],
  cancelled: ['Esta encomenda foi cancelada', 'Por isso, não há nada para avaliar. Obrigado pela visita.'],
  empty: ['Não há nada para avaliar aqui', 'Os produtos desta encomenda já não podem ser avaliados.'],
  closed: ['De momento, sem opiniões', 'A loja não aceita opiniões de momento. Tente mais tarde.'],
  elsewhere: ['Isto não veio da nossa página', 'Abra a ligação no e-mail e envie a sua opinião a partir daí.'],
  tooMany: ['Foi muito de uma vez', 'Espere um momento, volte atrás e tente de novo. O seu texto continua lá.'],
  failed: ['Algo correu mal do nosso lado', 'Volte atrás e tente de novo dentro de momentos. O seu texto continua lá.'],
}
const pl: PageTexts = {
  title: 'Napisz opinię',
  heading: 'Jak się podoba?',
  intro: 'Opowiedz innym, jak jest naprawdę. Pomagają i pochwały, i krytyka.',
  order: 'Zamówienie {number}',
  write: 'Napisz opinię',
  nameless: 'Produkt',
  someDone: ['A reszta zamówienia?', 'Opowiedz też o niej. Pomagają i pochwały, i krytyka.'],
  allDone: ['Wszystko gotowe', 'Wszystko z tego zamówienia ma już Twoją opinię.'],
  back: 'Wróć do {store}',
  gone: ['Ten link donikąd nie prowadzi', 'Wygasł albo brakuje jego części. Otwórz link z e-maila jeszcze raz.'],
  cancelled: ['To zamówienie zostało anulowane', 'Nie ma więc czego oceniać. Dziękujemy za wizytę.'],
  empty: ['Nie ma tu czego oceniać', 'Produktów z tego zamówienia nie można już ocenić.'],
  closed: ['Na razie bez opinii', 'Sklep w tej chwili nie przyjmuje opinii. Spróbuj później.'],
  elsewhere: ['To nie przyszło z naszej strony', 'Otwórz link z e-maila i wyślij opinię stamtąd.'],
  tooMany: ['To było dużo naraz', 'Poczekaj chwilę, wróć i spróbuj ponownie. Twój tekst nadal tam jest.'],
  failed: ['Coś poszło nie tak po naszej stronie', 'Wróć i spróbuj za chwilę ponownie. Twój tekst nadal tam jest.'],
}
const ar: PageTexts = {
  title: 'كتابة رأي',
  heading: 'ما رأيك؟',
  intro: 'أخبر الآخرين كيف هو المنتج حقًا. الثناء والنقد كلاهما مفيد.',
  order: 'الطلب {number}',
  write: 'كتابة رأي',
  nameless: 'منتج',
  someDone: ['وماذا عن بقية طلبك؟', 'أخبر الآخرين عنها أيضًا. الثناء والنقد كلاهما مفيد.'],
  allDone: ['تم كل شيء', 'لقد أبديت رأيك في كل ما في هذا الطلب.'],
  back: 'العودة إلى {store}',
  gone: ['هذا الرابط لا يؤدي إلى أي مكان', 'انتهت صلاحيته أو ينقصه جزء. افتح الرابط في البريد مرة أخرى.'],
  cancelled: ['أُلغي هذا الطلب', 'لذلك لا يوجد ما يمكن تقييمه. شكرًا لزيارتك.'],
  empty: ['لا يوجد هنا ما يمكن تقييمه', 'لم يعد ممكنًا تقييم منتجات هذا الطلب.'],
  closed: ['لا آراء في الوقت الحالي', 'لا يستقبل المتجر الآراء في الوقت الحالي. يرجى المحاولة لاحقًا.'],
  elsewhere: ['لم يأتِ هذا من صفحتنا', 'افتح الرابط في البريد وأرسل رأيك من هناك.'],
  tooMany: ['كان ذلك كثيرًا دفعة واحدة', 'انتظر لحظة ثم ارجع وحاول مرة أخرى. ما زال نصك هناك.'],
  failed: ['حدث خطأ من جانبنا', 'ارجع وحاول مرة أخرى بعد لحظة. ما زال نصك هناك.'],
}
const he: PageTexts = {
  title: 'כתיבת חוות דעת',
  heading: 'איך זה?',
  intro: 'ספרו לאחרים איך זה באמת. גם מחמאות וגם ביקורת עוזרות.',
  order: 'הזמנה {number}',
  write: 'כתיבת חוות דעת',
  nameless: 'מוצר',
  someDone: ['ומה עם שאר ההזמנה?', 'ספרו גם עליה. גם מחמאות וגם ביקורת עוזרות.'],
  allDone: ['הכול מוכן', 'כל מה שבהזמנה הזו כבר קיבל חוות דעת.'],
  back: 'חזרה אל {store}',
  gone: ['הקישור הזה לא מוביל לשום מקום', 'תוקפו פג או שחסר בו חלק. נא לפתוח שוב את הקישור שבאימייל.'],
  cancelled: ['ההזמנה הזו בוטלה', 'לכן אין כאן מה לדרג. תודה על הביקור.'],
  empty: ['אין כאן מה לדרג', 'כבר לא ניתן לדרג את המוצרים בהזמנה הזו.'],
  closed: ['אין חוות דעת כרגע', 'החנות אינה מקבלת חוות דעת כרגע. נא לנסות מאוחר יותר.'],
  elsewhere: ['זה לא הגיע מהדף שלנו', 'נא לפתוח את הקישור שבאימייל ולשלוח את חוות הדעת משם.'],
  tooMany: ['זה היה הרבה בבת אחת', 'נא להמתין רגע, לחזור ולנסות שוב. הטקסט עדיין שם.'],
  failed: ['משהו השתבש אצלנו', 'נא לחזור ולנסות שוב בעוד רגע. הטקסט עדיין שם.'],
}

const all: Record<string, PageTexts> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const pageTextsIn = (language: string): PageTexts => all[language] ?? en
