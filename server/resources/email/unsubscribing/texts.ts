import type { Category } from '../messages/schema.ts'

export type Texts = {
  title: string
  /** `{mail}` is the kind of mail, `{store}` the shop. */
  question: string
  kinds: Record<Exclude<Category, 'transactional'>, string>
  leave: string
  leaveAll: string
  doneTitle: string
  done: string
  doneAll: string
  missingTitle: string
  missing: string
}

export const texts: Record<string, Texts> = {
  en: {
    title: 'Unsubscribe',
    question: 'Do you want to stop receiving {mail} from {store}?',
    kinds: {
      review_requests: 'requests for reviews',
      loyalty: 'mail about loyalty points',
      sequences: 'news and offers',
    },
    leave: 'Unsubscribe',
    leaveAll: 'Stop all mail from this shop',
    doneTitle: 'You are unsubscribed',
    done: '{store} will send you no more {mail}.',
    doneAll: '{store} will only send you mail that you asked for.',
    missingTitle: 'This link does not work',
    missing: 'The link may be incomplete or too old. Please open it again from the mail itself.',
  },
  de: {
    title: 'Abmelden',
    question: 'Möchten Sie keine {mail} von {store} mehr erhalten?',
    kinds: {
      review_requests: 'Bitten um Bewertungen',
      loyalty: 'Nachrichten zu Treuepunkten',
      sequences: 'Neuigkeiten und Angebote',
    },
    leave: 'Abmelden',
    leaveAll: 'Von allen E-Mails dieses Shops abmelden',
    doneTitle: 'Sie sind abgemeldet',
    done: '{store} schickt Ihnen keine {mail} mehr.',
    doneAll: '{store} schickt Ihnen keine E-Mails mehr, um die Sie nicht selbst gebeten haben.',
    missingTitle: 'Dieser Link funktioniert nicht',
    missing:
      'Vielleicht ist er unvollständig, oder die E-Mail ist zu alt. Bitte öffnen Sie ihn noch einmal direkt aus der E-Mail.',
  },
  fr: {
    title: 'Se désabonner',
    question: 'Souhaitez-vous ne plus recevoir de {mail} de la part de {store} ?',
    kinds: {
      review_requests: 'demandes d’avis',
      loyalty: 'messages sur les points de fidélité',
      sequences: 'nouvelles et offres',
    },
    leave: 'Se désabonner',
    leaveAll: 'Ne plus rien recevoir de cette boutique',
    doneTitle: 'Vous êtes désabonné(e)',
    done: '{store} ne vous enverra plus de {mail}.',
    doneAll: '{store} ne vous enverra plus d’e-mails que vous n’avez pas demandés.',
    missingTitle: 'Ce lien ne fonctionne pas',
    missing: 'Il est peut-être incomplet, ou l’e-mail est trop ancien. Veuillez l’ouvrir à nouveau depuis l’e-mail.',
  },
  es: {
    title: 'Darse de baja',
    question: '¿Quiere dejar de recibir {mail} de {store}?',
    kinds: {
      review_requests: 'solicitudes de opinión',
      loyalty: 'mensajes sobre puntos de fidelidad',
      sequences: 'novedades y ofertas',
    },
    leave: 'Darse de baja',
    leaveAll: 'No recibir nada más de esta tienda',
    doneTitle: 'Se ha dado de baja',
    done: '{store} ya no le enviará {mail}.',
    doneAll: '{store} ya no le enviará correos que no haya pedido.',
    missingTitle: 'Este enlace no funciona',
    missing: 'Puede que esté incompleto o que el correo sea demasiado antiguo. Ábralo de nuevo desde el propio correo.',
  },
  it: {
    title: 'Annulla l’iscrizione',
    question: 'Non vuole più ricevere {mail} da {store}?',
    kinds: {
      review_requests: 'richieste di recensione',
      loyalty: 'messaggi sui punti fedeltà',
      sequences: 'novità e offerte',
    },
    leave: 'Annulla l’iscrizione',
    leaveAll: 'Non ricevere più nulla da questo negozio',
    doneTitle: 'Iscrizione annullata',
    done: '{store} non le invierà più {mail}.',
    doneAll: '{store} non le invierà più e-mail che non ha richiesto.',
    missingTitle: 'Questo link non funziona',
    missing: 'Forse è incompleto, oppure l’e-mail è troppo vecchia. Lo apra di nuovo direttamente dall’e-mail.',
  },
  nl: {
    title: 'Afmelden',
    question: 'Wilt u geen {mail} van {store} meer ontvangen?',
    kinds: {
      review_requests: 'verzoeken om een review',
      loyalty: 'berichten over spaarpunten',
      sequences: 'nieuws en aanbiedingen',
    },
    leave: 'Afmelden',
    leaveAll: 'Geen e-mail meer van deze winkel',
    doneTitle: 'U bent afgemeld',
    done: '{store} stuurt u geen {mail} meer.',
    doneAll: '{store} stuurt u geen e-mail meer waar u niet zelf om hebt gevraagd.',
    missingTitle: 'Deze link werkt niet',
    missing: 'Misschien is hij onvolledig of is de e-mail te oud. Open hem opnieuw vanuit de e-mail zelf.',
  },
  pt: {
    title: 'Cancelar subscrição',
    question: 'Quer deixar de receber {mail} de {store}?',
    kinds: {
      review_requests: 'pedidos de avaliação',
      loyalty: 'mensagens sobre pontos de fidelidade',
      sequences: 'novidades e ofertas',
    },
    leave: 'Cancelar subscrição',
    leaveAll: 'Não receber mais nada desta loja',
    doneTitle: 'Subscrição cancelada',
    done: '{store} não lhe enviará mais {mail}.',
    doneAll: '{store} não lhe enviará mais e-mails que não tenha pedido.',
    missingTitle: 'Esta ligação não funciona',
    missing: 'Pode estar incompleta, ou o e-mail ser demasiado antigo. Abra-a de novo a partir do próprio e-mail.',
  },
  pl: {
    title: 'Rezygnacja',
    question: 'Czy nie chcesz już otrzymywać {mail} od {store}?',
    kinds: {
      review_requests: 'próśb o opinie',
      loyalty: 'wiadomości o punktach lojalnościowych',
      sequences: 'nowości i ofert',
    },
    leave: 'Zrezygnuj',
    leaveAll: 'Nie chcę żadnych wiadomości z tego sklepu',
    doneTitle: 'Rezygnacja przyjęta',
    done: '{store} nie będzie już wysyłać {mail}.',
    doneAll: '{store} nie będzie już wysyłać wiadomości, o które nie prosisz.',
    missingTitle: 'Ten odnośnik nie działa',
    missing: 'Może jest niepełny albo wiadomość jest zbyt stara. Otwórz go ponownie z samej wiadomości.',
  },
  ar: {
    title: 'إلغاء الاشتراك',
    question: 'هل تريد التوقف عن تلقي {mail} من {store}؟',
    kinds: {
      review_requests: 'طلبات التقييم',
      loyalty: 'رسائل نقاط الولاء',
      sequences: 'الأخبار والعروض',
    },
    leave: 'إلغاء الاشتراك',
    leaveAll: 'إيقاف جميع رسائل هذا المتجر',
    doneTitle: 'تم إلغاء اشتراكك',
    done: 'لن يرسل إليك {store} {mail} بعد الآن.',
    doneAll: 'لن يرسل إليك {store} أي رسائل لم تطلبها.',
    missingTitle: 'هذا الرابط لا يعمل',
    missing: 'قد يكون غير مكتمل، أو أن الرسالة قديمة جدًا. يرجى فتحه مرة أخرى من الرسالة نفسها.',
  },
  he: {
    title: 'הסרה מרשימת התפוצה',
    question: 'להפסיק לקבל {mail} מ-{store}?',
    kinds: {
      review_requests: 'בקשות לחוות דעת',
      loyalty: 'הודעות על נקודות',
      sequences: 'חדשות ומבצעים',
    },
    leave: 'הסרה',
    leaveAll: 'הפסקת כל ההודעות של החנות',
    doneTitle: 'הוסרת מהרשימה',
    done: 'לא יישלחו אליך עוד {mail} מ-{store}.',
    doneAll: 'לא יישלחו אליך מ-{store} הודעות שלא ביקשת.',
    missingTitle: 'הקישור לא פועל',
    missing: 'ייתכן שהוא אינו שלם, או שההודעה ישנה מדי. נא לפתוח אותו שוב מתוך ההודעה עצמה.',
  },
}

export function languageOf(...tags: readonly string[]): string {
  const spoken = tags.map((tag) => tag.split(/[-_]/)[0]?.toLowerCase() ?? '')
  return spoken.find((language) => Object.hasOwn(texts, language)) ?? 'en'
}
