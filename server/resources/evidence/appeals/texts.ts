import type { ModerationReason } from '#resources/reviews/schema.ts'
import { languageOf } from '#widgets/review-form/texts/texts.ts'

export type Note = readonly [heading: string, text: string]

export type AppealTexts = {
  heading: string
  /** `{product}`, `{store}` */
  text: string
  nameless: string
  reason: string
  reasons: Record<ModerationReason, string>
  /** `{n}`: the version. */
  policy: string
  ask: string
  hint: string
  button: string
  /** `{n}`: the maximum number of characters. */
  problem: string
  done: Note
  /** `{date}` */
  waiting: Note
  upheld: Note
  overturned: Note
  /** The decision was changed. */
  changed: Note
  twice: Note
}

const en: AppealTexts = {
  heading: 'Your review was not published',
  text: '{store} has read your review of “{product}” and decided not to publish it.',
  nameless: 'a product',
  reason: 'The reason',
  reasons: {
    spam: 'It advertises something, or was made by a program.',
    offensive: 'It insults, threatens or hurts somebody.',
    off_topic: 'It is about something other than the product, the order or the service.',
    fake: 'There are signs that it was not written from experience with the product.',
    privacy: 'It gives away names, addresses or other details of people.',
    illegal: 'Publishing it would break the law.',
    insider: 'There are signs that its author works for the shop, a competitor or the maker.',
    duplicate: 'You have already written the same about this product.',
    withdrawn: 'Its author asked for it to be taken down.',
    other: 'Another reason applies. Ask us if you want to know more.',
    unspecified: 'No reason was given. Ask us if you want to know more.',
  },
  policy: 'The rules that were applied (version {n})',
  ask: 'Why do you see it differently?',
  hint: 'You can object once to this decision. We then check your review again within 14 days, and you get the result by e-mail.',
  button: 'Object',
  problem: 'Please write why, in at most {n} characters.',
  done: [
    'Thank you, your objection was sent',
    'We check your review again within 14 days. You get the result by e-mail.',
  ],
  waiting: ['You have objected', 'We check your review again. You get the result by e-mail, by {date}.'],
  upheld: ['Your objection was decided', 'Your review stays unpublished.'],
  overturned: ['Your review is published', 'You objected, and you were right.'],
  changed: ['This decision was changed', 'Another decision replaced it.'],
  twice: ['You have already objected', 'You can object to a decision once. You get the result by e-mail.'],
}
const de: AppealTexts = {
  heading: 'Ihre Bewertung wurde nicht veröffentlicht',
  text: '{store} hat Ihre Bewertung zu „{product}“ gelesen und entschieden, sie nicht zu veröffentlichen.',
  nameless: 'einem Produkt',
  reason: 'Der Grund',
  reasons: {
    spam: 'Sie wirbt für etwas oder stammt von einem Programm.',
    offensive: 'Sie beleidigt, bedroht oder verletzt jemanden.',
    off_topic: 'Sie handelt von etwas anderem als dem Produkt, der Bestellung oder dem Service.',
    fake: 'Es gibt Anzeichen, dass sie nicht auf Erfahrung mit dem Produkt beruht.',
    privacy: 'Sie nennt Namen, Adressen oder andere Angaben über Menschen.',
    illegal: 'Sie zu veröffentlichen wäre rechtswidrig.',
    insider: 'Es gibt Anzeichen, dass sie von jemandem aus dem Shop, von der Konkurrenz oder vom Hersteller stammt.',
    duplicate: 'Sie haben dasselbe über dieses Produkt schon einmal geschrieben.',
    withdrawn: 'Wer sie geschrieben hat, wollte sie zurückziehen.',
    other: 'Etwas anderes steht im Weg. Fragen Sie uns, wenn Sie mehr wissen möchten.',
    unspecified: 'Es wurde kein Grund angegeben. Fragen Sie uns, wenn Sie mehr wissen möchten.',
  },
  policy: 'Die angewandten Regeln (Fassung {n})',
  ask: 'Warum sehen Sie das anders?',
  hint: 'Sie können dieser Entscheidung einmal widersprechen. Ihre Bewertung wird dann binnen 14 Tagen noch einmal geprüft; das Ergebnis erhalten Sie per E-Mail.',
  button: 'Widersprechen',
  problem: 'Bitte schreiben Sie, warum, mit höchstens {n} Zeichen.',
  done: [
    'Danke, das ist angekommen',
    'Ihre Bewertung wird binnen 14 Tagen noch einmal geprüft. Das Ergebnis erhalten Sie per E-Mail.',
  ],
  waiting: [
    'Sie haben widersprochen',
    'Ihre Bewertung wird noch einmal geprüft. Das Ergebnis erhalten Sie bis zum {date} per E-Mail.',
  ],
  upheld: [
    'Über Ihren Widerspruch wurde entschieden',
    'Die Entscheidung bleibt bestehen. Diese Bewertung wird nicht veröffentlicht.',
  ],
  overturned: ['Ihre Bewertung ist veröffentlicht', 'Sie haben widersprochen und hatten recht.'],
  changed: ['Diese Entscheidung gilt nicht mehr', 'Eine andere ist an ihre Stelle getreten.'],
  twice: [
    'Sie haben schon widersprochen',
    'Einer Entscheidung kann man einmal widersprechen. Das Ergebnis erhalten Sie per E-Mail.',
  ],
}
const fr: AppealTexts = {
  heading: 'Votre avis n’a pas été publié',
  text: '{store} a lu votre avis sur « {product} » et a décidé de ne pas le publier.',
  nameless: 'un produit',
  reason: 'Le motif',
  reasons: {
    spam: 'Il fait de la publicité ou a été produit par un programme.',
    offensive: 'Il insulte, menace ou blesse quelqu’un.',
    off_topic: 'Il porte sur autre chose que le produit, la commande ou le service.',
    fake: 'Certains signes indiquent qu’il ne repose pas sur une expérience du produit.',
    privacy: 'Il révèle des noms, des adresses ou d’autres données de personnes.',
    illegal: 'Le publier serait contraire à la loi.',
    insider: 'Certains signes indiquent que son auteur travaille pour la boutique, un concurrent ou le fabricant.',
    duplicate: 'Vous avez déjà dit la même chose de ce produit.',
    withdrawn: 'Son auteur a demandé son retrait.',
    other: 'Autre chose s’y oppose. Écrivez-nous pour en savoir plus.',
    unspecified: 'Aucun motif n’a été indiqué. Écrivez-nous pour en savoir plus.',
  },
  policy: 'Les règles appliquées (version {n})',
  ask: 'Pourquoi n’êtes-vous pas d’accord ?',
  hint: 'Vous pouvez contester cette décision une fois. Votre avis sera alors réexaminé sous 14 jours et vous recevrez le résultat par e-mail.',
  button: 'Contester',
  problem: 'Veuillez écrire pourquoi, en {n} caractères au plus.',
  done: ['Merci, c’est bien reçu', 'Votre avis sera réexaminé sous 14 jours. Vous recevrez le résultat par e-mail.'],
  waiting: [
    'Vous avez contesté la décision',
    'Votre avis est réexaminé. Vous recevrez le résultat par e-mail, au plus tard le {date}.',
  ],
  upheld: ['Votre contestation a été traitée', 'La décision est maintenue. Cet avis n’est pas publié.'],
  overturned: ['Votre avis est publié', 'Vous avez contesté la décision et vous aviez raison.'],
  changed: ['Cette décision n’est plus valable', 'Une autre l’a remplacée.'],
  twice: [
    'Vous avez déjà contesté',
    'Une décision peut être contestée une fois. Vous recevrez le résultat par e-mail.',
  ],
}
const es: AppealTexts = {
  heading: 'Tu opinión no se ha publicado',
  text: '{store} ha leído tu opinión sobre «{product}» y ha decidido no publicarla.',
  nameless: 'un producto',
  reason: 'El motivo',
  reasons: {
    spam: 'Hace publicidad o la escribió un programa.',
    offensive: 'Insulta, amenaza o hiere a alguien.',
    off_topic: 'Trata de algo distinto del producto, el pedido o el servicio.',
    fake: 'Hay indicios de que no se basa en una experiencia con el producto.',
    privacy: 'Revela nombres, direcciones u otros datos de personas.',
    illegal: 'Publicarla sería contrario a la ley.',
    insider: 'Hay indicios de que su autor trabaja para la tienda, la competencia o el fabricante.',
    duplicate: 'Ya has dicho lo mismo de este producto.',
    withdrawn: 'Su autor pidió retirarla.',
    other: 'Hay otro impedimento. Pregúntanos si quieres saber más.',
    unspecified: 'No se indicó ningún motivo. Pregúntanos si quieres saber más.',
  },
  policy: 'Las normas aplicadas (versión {n})',
  ask: '¿Por qué no estás de acuerdo?',
  hint: 'Puedes reclamar una vez contra esta decisión. Tu opinión se revisará de nuevo en un plazo de 14 días y recibirás el resultado por correo.',
  button: 'Reclamar',
  problem: 'Escribe el porqué, con {n} caracteres como máximo.',
  done: [
    'Gracias, la hemos recibido',
    'Tu opinión se revisará de nuevo en un plazo de 14 días. Recibirás el resultado por correo.',
  ],
  waiting: [
    'Has reclamado',
    'Tu opinión se está revisando de nuevo. Recibirás el resultado por correo antes del {date}.',
  ],
  upheld: ['Tu reclamación está resuelta', 'La decisión se mantiene. Esta opinión no se publica.'],
  overturned: ['Tu opinión está publicada', 'Reclamaste y tenías razón.'],
  changed: ['Esta decisión ya no vale', 'Otra ha ocupado su lugar.'],
  twice: ['Ya has reclamado', 'Contra una decisión se puede reclamar una vez. Recibirás el resultado por correo.'],
}
const it: AppealTexts = {
  heading: 'La tua recensione non è stata pubblicata',
  text: '{store} ha letto la tua recensione di «{product}» e ha deciso di non pubblicarla.',
  nameless: 'un prodotto',
  reason: 'Il motivo',
  reasons: {
    spam: 'Fa pubblicità o è stata scritta da un programma.',
    offensive: 'Insulta, minaccia o ferisce qualcuno.',
    off_topic: 'Parla d’altro che del prodotto, dell’ordine o del servizio.',
    fake: 'Ci sono indizi che non nasca da un’esperienza con il prodotto.',
    privacy: 'Rivela nomi, indirizzi o altri dati di persone.',
    illegal: 'Pubblicarla violerebbe la legge.',
    insider: 'Ci sono indizi che l’autore lavori per il negozio, un concorrente o il produttore.',
    duplicate: 'Hai già detto lo stesso di questo prodotto.',
    withdrawn: 'L’autore ha chiesto di ritirarla.',
    other: 'C’è un altro impedimento. Scrivici se vuoi saperne di più.',
    unspecified: 'Non è stato indicato un motivo. Scrivici se vuoi saperne di più.',
  },
  policy: 'Le regole applicate (versione {n})',
  ask: 'Perché non sei d’accordo?',
  hint: 'Puoi opporti una volta a questa decisione. La recensione verrà esaminata di nuovo entro 14 giorni e riceverai l’esito via e-mail.',
  button: 'Opponiti',
  problem: 'Scrivi il perché, con al massimo {n} caratteri.',
  done: [
    'Grazie, l’abbiamo ricevuta',
    'La recensione verrà esaminata di nuovo entro 14 giorni. Riceverai l’esito via e-mail.',
  ],
  waiting: ['Ti sei opposto', 'La recensione viene esaminata di nuovo. Riceverai l’esito via e-mail entro il {date}.'],
  upheld: ['La tua opposizione è stata decisa', 'La decisione resta. Questa recensione non viene pubblicata.'],
  overturned: ['La tua recensione è pubblicata', 'Ti sei opposto e avevi ragione.'],
  changed: ['Questa decisione non vale più', 'Un’altra ha preso il suo posto.'],
  twice: ['Ti sei già opposto', 'A una decisione ci si può opporre una volta. Riceverai l’esito via e-mail.'],
}
const nl: AppealTexts = {
  heading: 'Je review is niet geplaatst',
  text: '{store} heeft je review van “{product}” gelezen en besloten die niet te plaatsen.',
  nameless: 'een product',
  reason: 'De reden',
  reasons: {
    spam: 'De review maakt reclame of is door een programma geschreven.',
    offensive: 'De review beledigt, bedreigt of kwetst iemand.',
    off_topic: 'De review gaat over iets anders dan het product, de bestelling of de service.',
    fake: 'Er zijn tekenen dat de review niet op ervaring met het product berust.',
    privacy: 'De review geeft namen, adressen of andere gegevens van mensen prijs.',
    illegal: 'Plaatsen zou tegen de wet zijn.',
    insider: 'Er zijn tekenen dat de schrijver voor de winkel, een concurrent of de maker werkt.',
    duplicate: 'Je hebt hetzelfde al eerder over dit product geschreven.',
    withdrawn: 'De schrijver vroeg om de review te verwijderen.',
    other: 'Er staat iets anders in de weg. Vraag het ons als je meer wilt weten.',
    unspecified: 'Er is geen reden gegeven. Vraag het ons als je meer wilt weten.',
  },
  policy: 'De toegepaste regels (versie {n})',
  ask: 'Waarom zie je het anders?',
  hint: 'Je kunt één keer bezwaar maken tegen dit besluit. Je review wordt dan binnen 14 dagen opnieuw bekeken en je krijgt de uitkomst per e-mail.',
  button: 'Bezwaar maken',
  problem: 'Schrijf waarom, in hoogstens {n} tekens.',
  done: [
    'Bedankt, we hebben het ontvangen',
    'Je review wordt binnen 14 dagen opnieuw bekeken. Je krijgt de uitkomst per e-mail.',
  ],
  waiting: [
    'Je hebt bezwaar gemaakt',
    'Je review wordt opnieuw bekeken. Je krijgt de uitkomst uiterlijk {date} per e-mail.',
  ],
  upheld: ['Over je bezwaar is beslist', 'Het besluit blijft staan. Deze review wordt niet geplaatst.'],
  overturned: ['Je review is geplaatst', 'Je maakte bezwaar en had gelijk.'],
  changed: ['Dit besluit geldt niet meer', 'Een ander is ervoor in de plaats gekomen.'],
  twice: [
    'Je hebt al bezwaar gemaakt',
    'Tegen een besluit kun je één keer bezwaar maken. Je krijgt de uitkomst per e-mail.',
  ],
}
const pt: AppealTexts = {
  heading: 'A sua avaliação não foi publicada',
  text: '{store} leu a sua avaliação de «{product}» e decidiu não a publicar.',
  nameless: 'um produto',
  reason: 'O motivo',
  reasons: {
    spam: 'Faz publicidade ou foi escrita por um programa.',
    offensive: 'Insulta, ameaça ou magoa alguém.',
    off_topic: 'É sobre outra coisa que não o produto, a encomenda ou o serviço.',
    fake: 'Há sinais de que não resulta de experiência com o produto.',
    privacy: 'Revela nomes, moradas ou outros dados de pessoas.',
    illegal: 'Publicá-la seria contra a lei.',
    insider: 'Há sinais de que o autor trabalha para a loja, um concorrente ou o fabricante.',
    duplicate: 'Já disse o mesmo sobre este produto.',
    withdrawn: 'O autor pediu que fosse retirada.',
    other: 'Há outro impedimento. Pergunte-nos se quiser saber mais.',
    unspecified: 'Não foi indicado um motivo. Pergunte-nos se quiser saber mais.',
  },
  policy: 'As regras aplicadas (versão {n})',
  ask: 'Porque não concorda?',
  hint: 'Pode contestar esta decisão uma vez. A avaliação será analisada de novo no prazo de 14 dias e receberá o resultado por e-mail.',
  button: 'Contestar',
  problem: 'Escreva porquê, com {n} caracteres no máximo.',
  done: [
    'Obrigado, recebemos',
    'A avaliação será analisada de novo no prazo de 14 dias. Receberá o resultado por e-mail.',
  ],
  waiting: [
    'Contestou a decisão',
    'A avaliação está a ser analisada de novo. Receberá o resultado por e-mail até {date}.',
  ],
  upheld: ['A sua contestação foi decidida', 'A decisão mantém-se. Esta avaliação não é publicada.'],
  overturned: ['A sua avaliação está publicada', 'Contestou e tinha razão.'],
  changed: ['Esta decisão já não vale', 'Outra tomou o seu lugar.'],
  twice: ['Já contestou', 'Uma decisão pode ser contestada uma vez. Receberá o resultado por e-mail.'],
}
const pl: AppealTexts = {
  heading: 'Twoja opinia nie została opublikowana',
  text: 'Sklep {store} przeczytał Twoją opinię o „{product}” i postanowił jej nie publikować.',
  nameless: 'produkcie',
  reason: 'Powód',
  reasons: {
    spam: 'Reklamuje coś albo została napisana przez program.',
    offensive: 'Obraża kogoś, grozi mu lub go rani.',
    off_topic: 'Dotyczy czegoś innego niż produkt, zamówienie lub obsługa.',
    fake: 'Są oznaki, że nie opiera się na doświadczeniu z produktem.',
    privacy: 'Ujawnia nazwiska, adresy lub inne dane osób.',
    illegal: 'Jej publikacja byłaby niezgodna z prawem.',
    insider: 'Są oznaki, że jej autor pracuje dla sklepu, konkurencji lub producenta.',
    duplicate: 'To samo zostało już przez Ciebie napisane o tym produkcie.',
    withdrawn: 'Jej autor poprosił o wycofanie.',
    other: 'Coś innego stoi na przeszkodzie. Napisz do nas, aby dowiedzieć się więcej.',
    unspecified: 'Nie podano powodu. Napisz do nas, aby dowiedzieć się więcej.',
  },
  policy: 'Zastosowane zasady (wersja {n})',
  ask: 'Dlaczego widzisz to inaczej?',
  hint: 'Od tej decyzji można odwołać się raz. Opinia zostanie ponownie sprawdzona w ciągu 14 dni, a wynik otrzymasz e-mailem.',
  button: 'Odwołaj się',
  problem: 'Napisz dlaczego, używając najwyżej {n} znaków.',
  done: [
    'Dziękujemy, odwołanie dotarło',
    'Opinia zostanie ponownie sprawdzona w ciągu 14 dni. Wynik otrzymasz e-mailem.',
  ],
  waiting: ['Odwołanie zostało złożone', 'Opinia jest sprawdzana ponownie. Wynik otrzymasz e-mailem do {date}.'],
  upheld: ['Odwołanie zostało rozpatrzone', 'Decyzja pozostaje bez zmian. Ta opinia nie zostanie opublikowana.'],
  overturned: ['Twoja opinia jest opublikowana', 'Odwołanie było słuszne.'],
  changed: ['Ta decyzja już nie obowiązuje', 'Zastąpiła ją inna.'],
  twice: ['Odwołanie zostało już złożone', 'Od decyzji można odwołać się raz. Wynik otrzymasz e-mailem.'],
}
const ar: AppealTexts = {
  heading: 'لم يُنشر رأيك',
  text: 'قرأ {store} رأيك في «{product}» وقرّر عدم نشره.',
  nameless: 'منتج',
  reason: 'السبب',
  reasons: {
    spam: 'يروّج لشيء ما، أو كتبه برنامج.',
    offensive: 'يشتم أحدًا أو يهدده أو يؤذيه.',
    off_topic: 'يتناول شيئًا غير المنتج أو الطلب أو الخدمة.',
    fake: 'هناك ما يدل على أنه لم يُكتب عن تجربة للمنتج.',
    privacy: 'يكشف أسماء أو عناوين أو بيانات أخرى لأشخاص.',
    illegal: 'نشره مخالف للقانون.',
    insider: 'هناك ما يدل على أن كاتبه يعمل لدى المتجر أو منافس أو الشركة المصنّعة.',
    duplicate: 'سبق أن قلت الشيء نفسه عن هذا المنتج.',
    withdrawn: 'طلب كاتبه سحبه.',
    other: 'هناك مانع آخر. اسألنا إن أردت معرفة المزيد.',
    unspecified: 'لم يُذكر سبب. اسألنا إن أردت معرفة المزيد.',
  },
  policy: 'القواعد المطبّقة (الإصدار {n})',
  ask: 'لماذا ترى الأمر على نحو آخر؟',
  hint: 'يمكنك الاعتراض على هذا القرار مرة واحدة. يُراجَع رأيك من جديد خلال 14 يومًا، وتصلك النتيجة بالبريد الإلكتروني.',
  button: 'اعتراض',
  problem: 'اكتب السبب من فضلك، في {n} حرف على الأكثر.',
  done: ['شكرًا، وصلنا اعتراضك', 'يُراجَع رأيك من جديد خلال 14 يومًا، وتصلك النتيجة بالبريد الإلكتروني.'],
  waiting: ['لقد اعترضت', 'يُراجَع رأيك من جديد. تصلك النتيجة بالبريد الإلكتروني حتى {date}.'],
  upheld: ['بُتّ في اعتراضك', 'القرار قائم، ولن يُنشر هذا الرأي.'],
  overturned: ['نُشر رأيك', 'اعترضت وكنت على حق.'],
  changed: ['لم يعد هذا القرار قائمًا', 'حلّ محله قرار آخر.'],
  twice: ['سبق أن اعترضت', 'يمكن الاعتراض على القرار مرة واحدة. تصلك النتيجة بالبريد الإلكتروني.'],
}
const he: AppealTexts = {
  heading: 'חוות הדעת שלך לא פורסמה',
  text: 'ב-{store} קראו את חוות הדעת שלך על „{product}” והחליטו לא לפרסם אותה.',
  nameless: 'מוצר',
  reason: 'הסיבה',
  reasons: {
    spam: 'היא מפרסמת משהו, או נכתבה בידי תוכנה.',
    offensive: 'היא מעליבה מישהו, מאיימת עליו או פוגעת בו.',
    off_topic: 'היא עוסקת במשהו אחר מהמוצר, ההזמנה או השירות.',
    fake: 'יש סימנים לכך שלא נכתבה מתוך ניסיון עם המוצר.',
    privacy: 'היא חושפת שמות, כתובות או פרטים אחרים של אנשים.',
    illegal: 'פרסומה מנוגד לחוק.',
    insider: 'יש סימנים לכך שנכתבה בידי מי שעובד בחנות, אצל מתחרה או אצל היצרן.',
    duplicate: 'כבר כתבת אותו דבר על מוצר זה.',
    withdrawn: 'מי שכתב אותה ביקש להסיר אותה.',
    other: 'יש מניעה אחרת. אפשר לשאול אותנו.',
    unspecified: 'לא ניתנה סיבה. אפשר לשאול אותנו.',
  },
  policy: 'הכללים שהוחלו (גרסה {n})',
  ask: 'למה דעתך שונה?',
  hint: 'אפשר לערער על ההחלטה פעם אחת. חוות הדעת תיבדק שוב בתוך 14 יום, והתוצאה תישלח אליך בדוא״ל.',
  button: 'שליחת ערעור',
  problem: 'נא לכתוב מדוע, בלא יותר מ-{n} תווים.',
  done: ['תודה, קיבלנו', 'חוות הדעת תיבדק שוב בתוך 14 יום. התוצאה תישלח אליך בדוא״ל.'],
  waiting: ['הערעור שלך התקבל', 'חוות הדעת נבדקת שוב. התוצאה תישלח אליך בדוא״ל עד {date}.'],
  upheld: ['הערעור שלך הוכרע', 'ההחלטה נשארת. חוות הדעת הזו לא תפורסם.'],
  overturned: ['חוות הדעת שלך פורסמה', 'ערערת, וצדקת.'],
  changed: ['ההחלטה הזו כבר אינה בתוקף', 'החלטה אחרת באה במקומה.'],
  twice: ['כבר ערערת', 'אפשר לערער על החלטה פעם אחת. התוצאה תישלח אליך בדוא״ל.'],
}

const languages: Readonly<Record<string, AppealTexts>> = { en, de, fr, es, it, nl, pt, pl, ar, he }

export const appealTextsIn = (tag: string | null): AppealTexts => languages[languageOf(tag)] ?? en
