// What the gallery says by itself, in every language of the widgets.
import type { Language } from '../language.ts'

export type Texts = {
  /** What it is called where the shop gives it no title. */
  gallery: string
  loading: string
  failed: string
  retry: string
  showAll: string
  more: string
  /** `{name}` */
  by: string
  /** `{n}`, `{count}` */
  photo: string
  close: string
  previous: string
  next: string
  rewarded: string
  products: string
}

export const texts: Record<Language, Texts> = {
  en: {
    gallery: 'Photos of our customers',
    loading: 'Photos are loading …',
    failed: 'The photos could not be loaded.',
    retry: 'Try again',
    showAll: 'Show all',
    more: 'Show more photos',
    by: 'Photo by {name}',
    photo: 'Photo {n} of {count}',
    close: 'Close',
    previous: 'Previous photo',
    next: 'Next photo',
    rewarded: 'Received a reward for this review',
    products: 'Shown here',
  },
  de: {
    gallery: 'Fotos unserer Kunden',
    loading: 'Fotos werden geladen …',
    failed: 'Die Fotos konnten nicht geladen werden.',
    retry: 'Noch einmal versuchen',
    showAll: 'Alle anzeigen',
    more: 'Mehr Fotos anzeigen',
    by: 'Foto von {name}',
    photo: 'Foto {n} von {count}',
    close: 'Schließen',
    previous: 'Voriges Foto',
    next: 'Nächstes Foto',
    rewarded: 'Für diese Bewertung gab es eine Belohnung',
    products: 'Hier zu sehen',
  },
  fr: {
    gallery: 'Photos de nos clients',
    loading: 'Chargement des photos …',
    failed: 'Les photos n’ont pas pu être chargées.',
    retry: 'Réessayer',
    showAll: 'Tout afficher',
    more: 'Afficher plus de photos',
    by: 'Photo de {name}',
    photo: 'Photo {n} sur {count}',
    close: 'Fermer',
    previous: 'Photo précédente',
    next: 'Photo suivante',
    rewarded: 'A reçu une récompense pour cet avis',
    products: 'Sur cette photo',
  },
  es: {
    gallery: 'Fotos de nuestros clientes',
    loading: 'Cargando las fotos …',
    failed: 'No se han podido cargar las fotos.',
    retry: 'Intentar de nuevo',
    showAll: 'Mostrar todo',
    more: 'Mostrar más fotos',
    by: 'Foto de {name}',
    photo: 'Foto {n} de {count}',
    close: 'Cerrar',
    previous: 'Foto anterior',
    next: 'Foto siguiente',
    rewarded: 'Recibió una recompensa por esta opinión',
    products: 'En esta foto',
  },
  it: {
    gallery: 'Foto dei nostri clienti',
    loading: 'Caricamento delle foto …',
    failed: 'Non è stato possibile caricare le foto.',
    retry: 'Riprova',
    showAll: 'Mostra tutto',
    more: 'Mostra altre foto',
    by: 'Foto di {name}',
    photo: 'Foto {n} di {count}',
    close: 'Chiudi',
    previous: 'Foto precedente',
    next: 'Foto successiva',
    rewarded: 'Ha ricevuto un premio per questa recensione',
    products: 'In questa foto',
  },
  nl: {
    gallery: 'Foto’s van onze klanten',
    loading: 'Foto’s worden geladen …',
    failed: 'De foto’s konden niet worden geladen.',
    retry: 'Opnieuw proberen',
    showAll: 'Alles tonen',
    more: 'Meer foto’s tonen',
    by: 'Foto van {name}',
    photo: 'Foto {n} van {count}',
    close: 'Sluiten',
    previous: 'Vorige foto',
    next: 'Volgende foto',
    rewarded: 'Kreeg een beloning voor deze beoordeling',
    products: 'Op deze foto',
  },
  pt: {
    gallery: 'Fotos dos nossos clientes',
    loading: 'A carregar as fotos …',
    failed: 'Não foi possível carregar as fotos.',
    retry: 'Tentar de novo',
    showAll: 'Mostrar tudo',
    more: 'Mostrar mais fotos',
    by: 'Foto de {name}',
    photo: 'Foto {n} de {count}',
    close: 'Fechar',
    previous: 'Foto anterior',
    next: 'Foto seguinte',
    rewarded: 'Recebeu uma recompensa por esta avaliação',
    products: 'Nesta foto',
  },
  pl: {
    gallery: 'Zdjęcia naszych klientów',
    loading: 'Wczytywanie zdjęć …',
    failed: 'Nie udało się wczytać zdjęć.',
    retry: 'Spróbuj ponownie',
    showAll: 'Pokaż wszystko',
    more: 'Pokaż więcej zdjęć',
    by: 'Zdjęcie: {name}',
    photo: 'Zdjęcie {n} z {count}',
    close: 'Zamknij',
    previous: 'Poprzednie zdjęcie',
    next: 'Następne zdjęcie',
    rewarded: 'Za tę opinię przyznano nagrodę',
    products: 'Na tym zdjęciu',
  },
  ar: {
    gallery: 'صور عملائنا',
    loading: 'جارٍ تحميل الصور …',
    failed: 'تعذّر تحميل الصور.',
    retry: 'إعادة المحاولة',
    showAll: 'عرض الكل',
    more: 'عرض المزيد من الصور',
    by: 'صورة من {name}',
    photo: 'صورة {n} من {count}',
    close: 'إغلاق',
    previous: 'الصورة السابقة',
    next: 'الصورة التالية',
    rewarded: 'حصل الكاتب على مكافأة مقابل هذا التقييم',
    products: 'في هذه الصورة',
  },
  he: {
    gallery: 'תמונות של הלקוחות שלנו',
    loading: 'התמונות נטענות …',
    failed: 'לא ניתן היה לטעון את התמונות.',
    retry: 'ניסיון נוסף',
    showAll: 'הצגת הכול',
    more: 'הצגת תמונות נוספות',
    by: 'תמונה מאת {name}',
    photo: 'תמונה {n} מתוך {count}',
    close: 'סגירה',
    previous: 'התמונה הקודמת',
    next: 'התמונה הבאה',
    rewarded: 'ניתן תגמול עבור ביקורת זו',
    products: 'בתמונה הזאת',
  },
}
