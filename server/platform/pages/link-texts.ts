// Texts that all pages behind mailed links share.

type Note = readonly [heading: string, text: string]

type LinkTexts = {
  /** `{store}` */
  back: string
  gone: Note
  closed: Note
  failed: Note
}

const en: LinkTexts = {
  back: 'Back to {store}',
  gone: ['This link leads nowhere', 'It has expired, or what was written is no longer there.'],
  closed: ['Not possible at the moment', 'The shop takes nothing at the moment. Please open the link again later.'],
  failed: ['This did not work just now', 'Please wait a moment and open the link again.'],
}
const de: LinkTexts = {
  back: 'Zurück zu {store}',
  gone: ['Dieser Link führt ins Leere', 'Er ist abgelaufen, oder das Geschriebene gibt es nicht mehr.'],
  closed: ['Zurzeit nicht möglich', 'Der Shop nimmt zurzeit nichts an. Bitte den Link später noch einmal öffnen.'],
  failed: ['Das hat gerade nicht geklappt', 'Bitte einen Moment warten und den Link noch einmal öffnen.'],
}
const fr: LinkTexts = {
  back: 'Retour à {store}',
  gone: ['Ce lien ne mène nulle part', 'Il a expiré, ou ce qui a été écrit n’existe plus.'],
  closed: ['Impossible pour le moment', 'La boutique n’accepte rien en ce moment. Rouvrez le lien plus tard.'],
  failed: ['Cela n’a pas fonctionné à l’instant', 'Patientez un instant, puis rouvrez le lien.'],
}
const es: LinkTexts = {
  back: 'Volver a {store}',
  gone: ['Este enlace no lleva a ninguna parte', 'Ha caducado, o lo escrito ya no existe.'],
  closed: ['No es posible en este momento', 'La tienda no acepta nada en este momento. Abre el enlace más tarde.'],
  failed: ['No ha funcionado ahora mismo', 'Espera un momento y vuelve a abrir el enlace.'],
}
const it: LinkTexts = {
  back: 'Torna a {store}',
  gone: ['Questo link non porta da nessuna parte', 'È scaduto, o ciò che è stato scritto non c’è più.'],
  closed: ['Al momento non è possibile', 'Il negozio al momento non accetta nulla. Apri di nuovo il link più tardi.'],
  failed: ['Per ora non ha funzionato', 'Aspetta un momento e apri di nuovo il link.'],
}
const nl: LinkTexts = {
  back: 'Terug naar {store}',
  gone: ['Deze link leidt nergens heen', 'Hij is verlopen, of wat er geschreven stond bestaat niet meer.'],
  closed: ['Op dit moment niet mogelijk', 'De winkel neemt op dit moment niets aan. Open de link later nog eens.'],
  failed: ['Dit lukte net niet', 'Wacht even en open de link opnieuw.'],
}
const pt: LinkTexts = {
  back: 'Voltar a {store}',
  gone: ['Esta ligação não leva a lado nenhum', 'Expirou, ou o que foi escrito já não existe.'],
  closed: ['De momento não é possível', 'A loja não aceita nada de momento. Abra a ligação mais tarde.'],
  failed: ['Não funcionou desta vez', 'Espere um momento e abra a ligação de novo.'],
}
const pl: LinkTexts = {
  back: 'Wróć do {store}',
  gone: ['Ten link donikąd nie prowadzi', 'Wygasł albo tego, co napisano, już nie ma.'],
  closed: ['W tej chwili to niemożliwe', 'Sklep w tej chwili niczego nie przyjmuje. Otwórz link ponownie później.'],
  failed: ['Tym razem się nie udało', 'Poczekaj chwilę i otwórz link ponownie.'],
}
const ar: LinkTexts = {
  back: 'العودة إلى {store}',
  gone: ['هذا الرابط لا يؤدي إلى أي مكان', 'انتهت صلاحيته أو لم يعد ما كُتب موجودًا.'],
  closed: ['غير ممكن في الوقت الحالي', 'لا يستقبل المتجر شيئًا في الوقت الحالي. افتح الرابط لاحقًا.'],
  failed: ['لم ينجح ذلك الآن', 'انتظر لحظة ثم افتح الرابط مرة أخرى.'],
}
const he: LinkTexts = {
  back: 'חזרה אל {store}',
  gone: ['הקישור הזה לא מוביל לשום מקום', 'תוקפו פג, או שמה שנכתב כבר אינו קיים.'],
  closed: ['לא ניתן כרגע', 'החנות אינה מקבלת דבר כרגע. נא לפתוח את הקישור מאוחר יותר.'],
  failed: ['זה לא הצליח כרגע', 'נא להמתין רגע ולפתוח את הקישור שוב.'],
}

const all: Readonly<Record<string, LinkTexts>> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const linkTextsIn = (language: string): LinkTexts => all[language] ?? en
