// Names of the API's areas for people. A test requires one for each area open to programs.

export type AreaNames = Readonly<Record<string, string>>

const names: Readonly<Record<string, readonly [en: string, de: string, ar: string]>> = {
  account: ['Stores and organizations', 'Shops und Organisationen', 'المتاجر والمؤسسات'],
  orgs: ['Details of the organization', 'Angaben zur Organisation', 'بيانات المؤسسة'],
  billing: ['Subscription and invoices', 'Abonnement und Rechnungen', 'الاشتراك والفواتير'],
  connectors: [
    'Connections to shops and providers',
    'Verbindungen zu Shops und Anbietern',
    'الروابط بالمتاجر والمزوّدين',
  ],
  webhooks: ['Webhooks that shops send', 'Webhooks von Shops', 'خطافات الويب الواردة من المتاجر'],
  email: ['Review requests and e-mails', 'Bewertungsanfragen und E-Mails', 'طلبات المراجعة والرسائل'],
  'email-branding': ['Look of the e-mails', 'Aussehen der E-Mails', 'مظهر الرسائل'],
  'email-suppressions': ['Suppressed addresses', 'Adressen ohne E-Mails', 'العناوين الموقوف مراسلتها'],
  'sending-domain': ['Sending domain', 'Absenderdomain', 'نطاق الإرسال'],
  events: ['Events', 'Ereignisse', 'الأحداث'],
  features: ['Features of the plan', 'Funktionen des Tarifs', 'ميزات الخطة'],
  affiliates: ['Affiliates', 'Partnerprogramm', 'التسويق بالعمولة'],
  partner: ['Partner access', 'Zugang von Partnern', 'وصول الشركاء'],
  imports: ['Imports', 'Importe', 'عمليات الاستيراد'],
  orders: ['Orders', 'Bestellungen', 'الطلبات'],
  products: ['Products', 'Produkte', 'المنتجات'],
  categories: ['Categories', 'Kategorien', 'الفئات'],
  reviews: ['Reviews', 'Bewertungen', 'المراجعات'],
  uploads: ['Photos', 'Fotos', 'الصور'],
  storefront: ['Storefront settings', 'Einstellungen des Schaufensters', 'إعدادات واجهة المتجر'],
  placements: ['Widgets and placements', 'Widgets und Platzierungen', 'الأدوات ومواضعها'],
  customers: ['Customers', 'Kundinnen und Kunden', 'العملاء'],
  loyalty: ['Loyalty programme', 'Treueprogramm', 'برنامج الولاء'],
  'outbound-webhooks': ['Webhooks to other services', 'Webhooks an andere Dienste', 'خطافات الويب الصادرة'],
  galleries: ['Galleries', 'Galerien', 'المعارض'],
  faqs: ['Questions and answers', 'Fragen und Antworten', 'الأسئلة والأجوبة'],
  analytics: ['Analytics', 'Auswertungen', 'التحليلات'],
  evidence: ['Evidence packs', 'Nachweise', 'ملفات الإثبات'],
  'email-sequences': ['E-mail sequences', 'E-Mail-Folgen', 'سلاسل الرسائل'],
  'review-incentives': ['Incentives for reviews', 'Anreize für Bewertungen', 'حوافز المراجعات'],
  'web-pages': ['Web pages', 'Webseiten', 'صفحات الويب'],
  backups: ['Backups', 'Sicherungen', 'النسخ الاحتياطية'],
}

const column = (i: 0 | 1 | 2): AreaNames =>
  Object.fromEntries(Object.entries(names).map(([area, each]) => [area, each[i]]))

export const areaNamesIn = { en: column(0), de: column(1), ar: column(2) }
