import { type Language, languages } from '../rules.ts'
import type { GrantedRole } from '../schema.ts'
import { type AreaNames, areaNamesIn } from './area-names.ts'

type Note = readonly [heading: string, text: string]

export type Texts = {
  /** `{client}` */
  title: string
  /** `{client}`, `{organization}` */
  heading: string
  /** `{person}` */
  signedIn: string
  /** `{host}` */
  unverified: string
  registered: string
  /** `{place}` */
  leadsTo: string
  otherOrganization: string
  stores: string
  storesHint: string
  role: string
  roles: Record<GrantedRole, Note>
  access: string
  accessAll: string
  accessRead: string
  accessSome: string
  see: string
  change: string
  always: string
  facts: readonly string[]
  approve: string
  deny: string
  needsStore: string
  needsScope: string
  back: string
  areas: AreaNames
  notes: Record<NoteName, Note>
}

export type NoteName =
  | 'unknownClient'
  | 'badDocument'
  | 'badRedirect'
  | 'badRequest'
  | 'expired'
  | 'noOrganization'
  | 'twoFactor'
  | 'singleSignOn'
  | 'tooMany'
  | 'failed'

const en: Texts = {
  title: 'Connect {client}',
  heading: '{client} wants to work in {organization}',
  signedIn: 'You are signed in as {person}.',
  unverified:
    'The maker of this program is not verified. Its description is published at {host}. Go on only if you trust that host and began this yourself.',
  registered: 'Your organization has registered this program.',
  leadsTo: 'Afterwards you are taken to {place}.',
  otherOrganization: 'Another organization:',
  stores: 'Stores',
  storesHint: 'It reaches the stores you tick, and none that are opened later.',
  role: 'Role',
  roles: {
    VIEWER: ['Viewer', 'It can see what is chosen below, and change nothing.'],
    MEMBER: [
      'Member',
      'It can also do the daily work with reviews: approve, answer, import and delete them, and send requests.',
    ],
    ADMIN: [
      'Admin',
      'It can also push orders and products, change settings, and delete and export what is in the stores.',
    ],
  },
  access: 'What it can see and change',
  accessAll: 'See and change everything in these stores, as far as the role allows',
  accessRead: 'See everything in these stores, and change nothing',
  accessSome: 'Only what I tick here',
  see: 'See',
  change: 'Change',
  always: 'In any case',
  facts: [
    'It never can do more than you can yourself, and it is stopped when you leave the organization.',
    'Shoppers’ e-mail addresses are shown to it masked.',
    'It cannot manage members, API keys, payments or how people sign in.',
    'Its changes are recorded in the audit log. Owners and admins can disconnect it at any time, under Settings, Connected apps.',
  ],
  approve: 'Connect',
  deny: 'Cancel',
  needsStore: 'Tick at least one store.',
  needsScope: 'Tick at least one thing that it can see or change.',
  back: 'Back to the admin',
  areas: areaNamesIn.en,
  notes: {
    unknownClient: [
      'This program is not known here',
      'It was deleted, or registered by an organization that you do not belong to. Nothing was connected.',
    ],
    badDocument: [
      'This program cannot be identified',
      'The document that it names as its description is missing or not in order. Its maker can mend that. Nothing was connected.',
    ],
    badRedirect: [
      'The answer would go to an unknown address',
      'This program has not registered the address that it wants to be answered at. Nothing was connected.',
    ],
    badRequest: [
      'This request is not in order',
      'The program that sent you here has to ask differently. Nothing was connected.',
    ],
    expired: [
      'This page is too old, or was opened for another session',
      'Go back to the program and connect it once more. Nothing was connected.',
    ],
    noOrganization: [
      'You belong to no organization here',
      'So there is nothing that a program could be connected with.',
    ],
    twoFactor: [
      'Two-factor authentication comes first',
      'This organization asks its people for it. Set it up for your account under Settings, sign in with it, and connect the program once more.',
    ],
    singleSignOn: [
      'Sign in by your organization’s own provider first',
      'This organization is reached by single sign-on alone. Sign out, sign in with it, and connect the program once more.',
    ],
    tooMany: ['That was a lot at once', 'Please wait a moment and try again.'],
    failed: ['Something went wrong on our side', 'Nothing was connected. Please try again in a moment.'],
  },
}

const de: Texts = {
  title: '{client} verbinden',
  heading: '{client} möchte in {organization} arbeiten',
  signedIn: 'Du bist angemeldet als {person}.',
  unverified:
    'Niemand hat geprüft, wer dieses Programm macht. Seine Beschreibung liegt bei {host}. Mach nur weiter, wenn du diesem Host vertraust und das selbst begonnen hast.',
  registered: 'Deine Organisation hat dieses Programm registriert.',
  leadsTo: 'Danach geht es weiter zu {place}.',
  otherOrganization: 'Andere Organisation:',
  stores: 'Shops',
  storesHint: 'Es erreicht die angekreuzten Shops und keinen, der später dazukommt.',
  role: 'Rolle',
  roles: {
    VIEWER: ['Betrachter', 'Es kann sehen, was unten gewählt ist, und nichts ändern.'],
    MEMBER: [
      'Mitglied',
      'Es kann auch die tägliche Arbeit mit Bewertungen tun: freigeben, beantworten, importieren und löschen, und Anfragen senden.',
    ],
    ADMIN: [
      'Administrator',
      'Es kann auch Bestellungen und Produkte übertragen, Einstellungen ändern und löschen und exportieren, was in den Shops ist.',
    ],
  },
  access: 'Was es sehen und ändern kann',
  accessAll: 'Alles in diesen Shops sehen und ändern, soweit die Rolle es erlaubt',
  accessRead: 'Alles in diesen Shops sehen und nichts ändern',
  accessSome: 'Nur, was ich hier ankreuze',
  see: 'Sehen',
  change: 'Ändern',
  always: 'In jedem Fall',
  facts: [
    'Es kann nie mehr als du selbst, und es endet, wenn du die Organisation verlässt.',
    'E-Mail-Adressen von Kundinnen und Kunden sieht es nur verdeckt.',
    'Es kann weder Mitglieder noch API-Schlüssel, Zahlungen oder die Anmeldung verwalten.',
    'Was es ändert, steht im Protokoll. Inhaber und Administratoren können es jederzeit trennen, unter Einstellungen, Verbundene Apps (Settings, Connected apps).',
  ],
  approve: 'Verbinden',
  deny: 'Abbrechen',
  needsStore: 'Kreuze mindestens einen Shop an.',
  needsScope: 'Kreuze mindestens eine Sache an, die es sehen oder ändern kann.',
  back: 'Zurück zur Verwaltung',
  areas: areaNamesIn.de,
  notes: {
    unknownClient: [
      'Dieses Programm ist hier nicht bekannt',
      'Es wurde gelöscht, oder eine Organisation hat es registriert, zu der du nicht gehörst. Nichts wurde verbunden.',
    ],
    badDocument: [
      'Dieses Programm lässt sich nicht erkennen',
      'Das Dokument, das es als seine Beschreibung nennt, fehlt oder ist nicht in Ordnung. Wer es macht, kann das beheben. Nichts wurde verbunden.',
    ],
    badRedirect: [
      'Die Antwort ginge an eine unbekannte Adresse',
      'Dieses Programm hat die Adresse nicht registriert, an der es die Antwort haben will. Nichts wurde verbunden.',
    ],
    badRequest: [
      'Diese Anfrage ist nicht in Ordnung',
      'Das Programm, das dich hergeschickt hat, muss anders fragen. Nichts wurde verbunden.',
    ],
    expired: [
      'Diese Seite ist zu alt oder gehört zu einer anderen Anmeldung',
      'Geh zurück zum Programm und verbinde es noch einmal. Nichts wurde verbunden.',
    ],
    noOrganization: [
      'Du gehörst hier zu keiner Organisation',
      'Also gibt es nichts, womit ein Programm verbunden werden könnte.',
    ],
    twoFactor: [
      'Erst die Zwei-Faktor-Anmeldung',
      'Diese Organisation verlangt sie. Richte sie in den Einstellungen für dein Konto ein, melde dich damit an und verbinde das Programm noch einmal.',
    ],
    singleSignOn: [
      'Melde dich erst über den Anbieter deiner Organisation an',
      'Diese Organisation ist nur über Single Sign-on zu erreichen. Melde dich ab, melde dich damit an und verbinde das Programm noch einmal.',
    ],
    tooMany: ['Das war viel auf einmal', 'Bitte warte einen Moment und versuche es noch einmal.'],
    failed: ['Bei uns ist etwas schiefgegangen', 'Nichts wurde verbunden. Bitte versuche es gleich noch einmal.'],
  },
}

const ar: Texts = {
  title: 'ربط {client}',
  heading: 'يريد {client} العمل في {organization}',
  signedIn: 'أنت مسجّل الدخول باسم {person}.',
  unverified:
    'لم يتحقق أحد من صاحب هذا البرنامج. وصفه منشور على {host}. لا تتابع إلا إذا كنت تثق بهذا المضيف وبدأت هذا بنفسك.',
  registered: 'سجّلت مؤسستك هذا البرنامج.',
  leadsTo: 'بعد ذلك تنتقل إلى {place}.',
  otherOrganization: 'مؤسسة أخرى:',
  stores: 'المتاجر',
  storesHint: 'يصل إلى المتاجر التي تحددها، ولا يصل إلى أي متجر يُفتح لاحقًا.',
  role: 'الدور',
  roles: {
    VIEWER: ['مُطّلع', 'يمكنه رؤية ما تختاره أدناه، ولا يغيّر شيئًا.'],
    MEMBER: [
      'عضو',
      'يمكنه أيضًا القيام بالعمل اليومي مع المراجعات: قبولها والرد عليها واستيرادها وحذفها، وإرسال طلبات المراجعة.',
    ],
    ADMIN: ['مشرف', 'يمكنه أيضًا إرسال الطلبات والمنتجات، وتغيير الإعدادات، وحذف ما في المتاجر وتصديره.'],
  },
  access: 'ما يمكنه رؤيته وتغييره',
  accessAll: 'رؤية كل شيء في هذه المتاجر وتغييره، بقدر ما يسمح به الدور',
  accessRead: 'رؤية كل شيء في هذه المتاجر دون تغيير شيء',
  accessSome: 'ما أحدده هنا فقط',
  see: 'رؤية',
  change: 'تغيير',
  always: 'في كل الأحوال',
  facts: [
    'لا يمكنه أبدًا فعل أكثر مما يمكنك أنت، ويتوقف عندما تغادر المؤسسة.',
    'تظهر له عناوين البريد الإلكتروني للمتسوقين محجوبة.',
    'لا يمكنه إدارة الأعضاء أو مفاتيح API أو المدفوعات أو طريقة تسجيل الدخول.',
    'ما يغيّره يُسجَّل في سجل التدقيق. ويمكن للمالكين والمشرفين فصله في أي وقت من الإعدادات، التطبيقات المرتبطة (Settings, Connected apps).',
  ],
  approve: 'ربط',
  deny: 'إلغاء',
  needsStore: 'حدد متجرًا واحدًا على الأقل.',
  needsScope: 'حدد شيئًا واحدًا على الأقل يمكنه رؤيته أو تغييره.',
  back: 'العودة إلى الإدارة',
  areas: areaNamesIn.ar,
  notes: {
    unknownClient: ['هذا البرنامج غير معروف هنا', 'حُذف، أو سجّلته مؤسسة لا تنتمي إليها. لم يُربط شيء.'],
    badDocument: [
      'لا يمكن التعرف على هذا البرنامج',
      'المستند الذي يسميه وصفًا له مفقود أو غير سليم. يمكن لصاحبه إصلاح ذلك. لم يُربط شيء.',
    ],
    badRedirect: [
      'ستذهب الإجابة إلى عنوان غير معروف',
      'لم يسجّل هذا البرنامج العنوان الذي يريد الإجابة عليه. لم يُربط شيء.',
    ],
    badRequest: ['هذا الطلب غير سليم', 'على البرنامج الذي أرسلك إلى هنا أن يطلب بطريقة أخرى. لم يُربط شيء.'],
    expired: ['هذه الصفحة قديمة أو تخص جلسة أخرى', 'ارجع إلى البرنامج واربطه مرة أخرى. لم يُربط شيء.'],
    noOrganization: ['أنت لا تنتمي إلى أي مؤسسة هنا', 'لذلك لا يوجد ما يمكن ربط برنامج به.'],
    twoFactor: [
      'المصادقة الثنائية أولًا',
      'تطلبها هذه المؤسسة من أعضائها. فعّلها لحسابك من الإعدادات، ثم سجّل الدخول بها واربط البرنامج مرة أخرى.',
    ],
    singleSignOn: [
      'سجّل الدخول أولًا عبر مزوّد مؤسستك',
      'لا يمكن الوصول إلى هذه المؤسسة إلا بتسجيل الدخول الموحد. سجّل الخروج، ثم ادخل به واربط البرنامج مرة أخرى.',
    ],
    tooMany: ['كان ذلك كثيرًا دفعة واحدة', 'انتظر لحظة ثم حاول مرة أخرى.'],
    failed: ['حدث خطأ من جانبنا', 'لم يُربط شيء. حاول مرة أخرى بعد لحظة.'],
  },
}

const all: Record<Language, Texts> = { en, de, ar }

export const textsIn = (language: Language): Texts => all[language]

/** The first supported language of these: `ui_locales` of the request, then the browser's. */
export function chooseLanguage(...wishes: (string | undefined)[]): Language {
  for (const wish of wishes.flatMap((each) => (each ?? '').split(/[, ]/))) {
    const language = /^([a-z]{2,3})(?=$|[-_;])/i.exec(wish)?.[1]?.toLowerCase()
    const known = languages.find((each) => each === language)
    if (known) return known
  }
  return 'en'
}
