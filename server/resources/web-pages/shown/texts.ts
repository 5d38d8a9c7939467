type Texts = { goneTitle: string; gone: string; questions: string; products: string; by: string; page: string }

const texts: Record<string, Texts> = {
  en: {
    goneTitle: 'This page is not here',
    gone: 'It may have moved, or it was taken down.',
    questions: 'Questions and answers',
    products: 'Products',
    by: 'Photo by {name}',
    page: 'Page {n} of {of}',
  },
  de: {
    goneTitle: 'Diese Seite gibt es nicht',
    gone: 'Vielleicht ist sie umgezogen, oder sie wurde entfernt.',
    questions: 'Fragen und Antworten',
    products: 'Produkte',
    by: 'Foto von {name}',
    page: 'Seite {n} von {of}',
  },
  fr: {
    goneTitle: 'Cette page n’existe pas',
    gone: 'Elle a peut-être été déplacée ou retirée.',
    questions: 'Questions et réponses',
    products: 'Produits',
    by: 'Photo de {name}',
    page: 'Page {n} sur {of}',
  },
  es: {
    goneTitle: 'Esta página no existe',
    gone: 'Puede que se haya movido o retirado.',
    questions: 'Preguntas y respuestas',
    products: 'Productos',
    by: 'Foto de {name}',
    page: 'Página {n} de {of}',
  },
  it: {
    goneTitle: 'Questa pagina non esiste',
    gone: 'Forse è stata spostata o rimossa.',
    questions: 'Domande e risposte',
    products: 'Prodotti',
    by: 'Foto di {name}',
    page: 'Pagina {n} di {of}',
  },
  nl: {
    goneTitle: 'Deze pagina bestaat niet',
    gone: 'Misschien is ze verplaatst of verwijderd.',
    questions: 'Vragen en antwoorden',
    products: 'Producten',
    by: 'Foto van {name}',
    page: 'Pagina {n} van {of}',
  },
  pt: {
    goneTitle: 'Esta página não existe',
    gone: 'Pode ter sido movida ou retirada.',
    questions: 'Perguntas e respostas',
    products: 'Produtos',
    by: 'Foto de {name}',
    page: 'Página {n} de {of}',
  },
  pl: {
    goneTitle: 'Tej strony nie ma',
    gone: 'Mogła zostać przeniesiona lub usunięta.',
    questions: 'Pytania i odpowiedzi',
    products: 'Produkty',
    by: 'Zdjęcie, autor: {name}',
    page: 'Strona {n} z {of}',
  },
  ar: {
    goneTitle: 'هذه الصفحة غير موجودة',
    gone: 'ربما نُقلت أو أُزيلت.',
    questions: 'أسئلة وأجوبة',
    products: 'المنتجات',
    by: 'صورة من {name}',
    page: 'صفحة {n} من {of}',
  },
  he: {
    goneTitle: 'הדף הזה לא נמצא',
    gone: 'ייתכן שהוא הועבר או הוסר.',
    questions: 'שאלות ותשובות',
    products: 'מוצרים',
    by: 'תמונה מאת {name}',
    page: 'דף {n} מתוך {of}',
  },
}

export const languages: readonly string[] = Object.keys(texts)

/** English for languages without texts. */
export function textsIn(locale: string): Texts {
  const language = locale.split('-')[0]?.toLowerCase() ?? ''
  return (Object.hasOwn(texts, language) ? texts[language] : texts.en) as Texts
}
