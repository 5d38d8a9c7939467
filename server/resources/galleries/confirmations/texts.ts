export type ConfirmationTexts = {
  heading: string
  /** `{store}` */
  text: string
  button: string
  notYou: string
  done: readonly [heading: string, text: string]
}

const en: ConfirmationTexts = {
  heading: 'Did you write this?',
  text: 'Somebody with your e-mail address wrote to {store}. If it was you, press the button, and it is passed on.',
  button: 'Yes, it was me',
  notYou: 'It was not you? Then there is nothing to do: it will be deleted.',
  done: ['Thank you!', 'Your message is on its way to the shop.'],
}
const de: ConfirmationTexts = {
  heading: 'Hast du das geschrieben?',
  text: 'Jemand mit deiner E-Mail-Adresse hat an {store} geschrieben. Wenn du das warst, drück auf den Knopf, und es wird weitergegeben.',
  button: 'Ja, das war ich',
  notYou: 'Das warst nicht du? Dann ist nichts zu tun: Es wird gelöscht.',
  done: ['Vielen Dank!', 'Deine Nachricht ist auf dem Weg zum Shop.'],
}
const fr: ConfirmationTexts = {
  heading: 'Est-ce vous qui avez écrit ?',
  text: 'Quelqu’un ayant votre adresse e-mail a écrit à {store}. Si c’était vous, appuyez sur le bouton et le message sera transmis.',
  button: 'Oui, c’était moi',
  notYou: 'Ce n’était pas vous ? Alors il n’y a rien à faire : le message sera supprimé.',
  done: ['Merci !', 'Votre message est en route vers la boutique.'],
}
const es: ConfirmationTexts = {
  heading: '¿Lo has escrito tú?',
  text: 'Alguien con tu correo ha escrito a {store}. Si has sido tú, pulsa el botón y se enviará.',
  button: 'Sí, he sido yo',
  notYou: '¿No has sido tú? Entonces no hay que hacer nada: se borrará.',
  done: ['¡Gracias!', 'Tu mensaje va camino de la tienda.'],
}
const it: ConfirmationTexts = {
  heading: 'Hai scritto tu?',
  text: 'Qualcuno con il tuo indirizzo e-mail ha scritto a {store}. Se sei tu, premi il pulsante e il messaggio sarà inoltrato.',
  button: 'Sì, sono io',
  notYou: 'Non sei tu? Allora non c’è nulla da fare: il messaggio sarà eliminato.',
  done: ['Grazie!', 'Il tuo messaggio è in viaggio verso il negozio.'],
}
const nl: ConfirmationTexts = {
  heading: 'Heb jij dit geschreven?',
  text: 'Iemand met jouw e-mailadres heeft {store} geschreven. Was jij dat, druk dan op de knop, en het wordt doorgegeven.',
  button: 'Ja, dat was ik',
  notYou: 'Was jij het niet? Dan hoef je niets te doen: het wordt verwijderd.',
  done: ['Dank je wel!', 'Je bericht is onderweg naar de winkel.'],
}
const pt: ConfirmationTexts = {
  heading: 'Foi você que escreveu?',
  text: 'Alguém com o seu endereço de e-mail escreveu a {store}. Se foi você, carregue no botão e a mensagem será enviada.',
  button: 'Sim, fui eu',
  notYou: 'Não foi você? Então não é preciso fazer nada: a mensagem será eliminada.',
  done: ['Obrigado!', 'A sua mensagem vai a caminho da loja.'],
}
const pl: ConfirmationTexts = {
  heading: 'Czy to Ty to napisałeś?',
  text: 'Ktoś, podając Twój adres e-mail, napisał do {store}. Jeśli to Ty, naciśnij przycisk, a wiadomość zostanie przekazana.',
  button: 'Tak, to ja',
  notYou: 'To nie Ty? W takim razie nic nie trzeba robić: wiadomość zostanie usunięta.',
  done: ['Dziękujemy!', 'Twoja wiadomość jest w drodze do sklepu.'],
}
const ar: ConfirmationTexts = {
  heading: 'هل كتبت هذا أنت؟',
  text: 'كتب شخص باستخدام بريدك الإلكتروني إلى {store}. إذا كنت أنت، فاضغط الزر لتصل الرسالة.',
  button: 'نعم، كنت أنا',
  notYou: 'لم تكن أنت؟ إذن لا يلزمك فعل شيء: ستُحذف الرسالة.',
  done: ['شكرًا لك!', 'رسالتك في طريقها إلى المتجر.'],
}
const he: ConfirmationTexts = {
  heading: 'ההודעה הזו ממך?',
  text: 'מישהו עם כתובת האימייל שלך כתב אל {store}. אם זה היית את או אתה, נא ללחוץ על הכפתור וההודעה תועבר.',
  button: 'כן, היא ממני',
  notYou: 'זה מישהו אחר? אז אין צורך לעשות דבר: ההודעה תימחק.',
  done: ['תודה!', 'ההודעה שלך בדרך אל החנות.'],
}

const all: Record<string, ConfirmationTexts> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const confirmationTextsIn = (language: string): ConfirmationTexts => all[language] ?? en
