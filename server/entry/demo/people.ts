// The customers of the demo shop: invented people from many countries. Their addresses lie under domains that are
// reserved for examples, so no demo mail can ever reach a stranger.

import { at, type Random } from './random.ts'

export type Language = 'en' | 'de' | 'fr' | 'es' | 'ja' | 'ar'

export type Person = {
  given: string
  family: string
  /** The name as its owner writes it. */
  name: string
  email: string
  language: Language
  locale: string
  country: string
}

type Nation = { locale: string; country: string; weight: number; given: string; family: string; romanized?: boolean }

// Where names are not written in Latin letters, `native/latin` gives the form an address is made of.
const nations: Nation[] = [
  {
    locale: 'en-GB',
    country: 'GB',
    weight: 20,
    given: 'Alice Harriet Tom Ruby Callum Imogen George Priya Amara Rhys Eilidh Jack',
    family: 'Whitcombe Hargreaves Okafor Pritchard Llewellyn Fairbairn Patel Ashdown Marsh Thackeray Bell Sutton',
  },
  {
    locale: 'en-IE',
    country: 'IE',
    weight: 14,
    given: 'Aoife Ciarán Niamh Seán Róisín Declan Orla Fionn Gráinne Cathal Maeve Eoin',
    family: 'Byrne Gallagher Kinsella Doherty Brennan Moriarty Keane Tierney Lynch Duignan Scully Quigley',
  },
  {
    locale: 'en-US',
    country: 'US',
    weight: 15,
    given: 'Marcus Dana Tyler Keisha Hannah Diego Brooke Omar Jenny Wade Tasha Noah',
    family: 'Whitaker Delgado Nguyen Kowalski Freeman Ostrowski Ramirez Holloway Chen Beckett Tran Lindqvist',
  },
  {
    locale: 'en-CA',
    country: 'CA',
    weight: 5,
    given: 'Claire Devon Anjali Mathieu Robin Kelsey Ewan Simone',
    family: 'MacLeod Tremblay Singh Fraser Bouchard Yuen Hebert Novak',
  },
  {
    locale: 'en-AU',
    country: 'AU',
    weight: 4,
    given: 'Lachlan Tahlia Bronte Jarrah Mia Hamish Zoe Kit',
    family: 'Barrow Nguyen Macready Papadakis Drummond Walsh Fenech Ho',
  },
  {
    locale: 'de-DE',
    country: 'DE',
    weight: 9,
    given: 'Katrin Jonas Anneliese Murat Svenja Lukas Heike Torben Greta Malte Birgit Emre',
    family: 'Vogelsang Brinkmann Öztürk Hübner Lehmann Steinfeld Kröger Wiesner Albers Jäger Petersen Yıldız',
  },
  {
    locale: 'de-AT',
    country: 'AT',
    weight: 2,
    given: 'Leopold Johanna Felix Theresa Matthias Valentina',
    family: 'Gruber Hofstätter Moser Pichler Steiner Egger',
  },
  {
    locale: 'fr-FR',
    country: 'FR',
    weight: 7,
    given: 'Camille Théo Margaux Bastien Inès Gwenaëlle Rémi Yasmine Lucie Antoine Élodie Malik',
    family: 'Lefèvre Garnier Benali Roussel Chevallier Guillou Marchand Perrin Fontaine Delmas Aubert Traoré',
  },
  {
    locale: 'fr-BE',
    country: 'BE',
    weight: 2,
    given: 'Maxime Delphine Nathan Aurélie Jérôme Noémie',
    family: 'Lambert Dubois Claes Renard Maes Wauters',
  },
  {
    locale: 'es-ES',
    country: 'ES',
    weight: 5,
    given: 'Lucía Álvaro Nerea Iker Carmen Joaquín Maite Rubén Ainhoa Sergio',
    family: 'Navarro Etxeberria Cabrera Iglesias Montoya Vidal Ferrer Salinas Robledo Pons',
  },
  {
    locale: 'es-MX',
    country: 'MX',
    weight: 2,
    given: 'Ximena Emiliano Valeria Rodrigo Fernanda Mateo',
    family: 'Castañeda Rentería Villaseñor Ocampo Zavala Medrano',
  },
  {
    locale: 'ja-JP',
    country: 'JP',
    weight: 4,
    romanized: true,
    given: '美咲/misaki 健太/kenta 陽子/yoko 大輔/daisuke さくら/sakura 翔/sho 千尋/chihiro 悠斗/yuto',
    family: '中村/nakamura 小川/ogawa 藤田/fujita 石井/ishii 西村/nishimura 岡本/okamoto 林/hayashi 青木/aoki',
  },
  {
    locale: 'ar-AE',
    country: 'AE',
    weight: 2,
    romanized: true,
    given: 'سارة/sara خالد/khaled مريم/maryam يوسف/yousef ليلى/layla عمر/omar',
    family: 'المنصوري/almansoori الحمادي/alhammadi السعدي/alsaadi النعيمي/alnuaimi الكعبي/alkaabi الشامسي/alshamsi',
  },
  {
    locale: 'ar-MA',
    country: 'MA',
    weight: 1.5,
    romanized: true,
    given: 'هدى/houda أمين/amine سلمى/salma رشيد/rachid نادية/nadia كريم/karim',
    family: 'بنعلي/benali العلوي/alaoui التازي/tazi المرابط/mrabet الإدريسي/idrissi بناني/bennani',
  },
  {
    locale: 'en-NL',
    country: 'NL',
    weight: 3,
    given: 'Sanne Joost Femke Bram Lotte Daan',
    family: 'Hoekstra Vermeulen Dijkman Bakker Terpstra Postma',
  },
  {
    locale: 'en-SE',
    country: 'SE',
    weight: 2.5,
    given: 'Linnéa Oskar Saga Nils Elsa Viggo',
    family: 'Sjöberg Lundgren Åkesson Nyström Bergvall Ekdahl',
  },
  {
    locale: 'en-PL',
    country: 'PL',
    weight: 2.5,
    given: 'Zofia Kacper Agnieszka Paweł Hania Tomasz',
    family: 'Wiśniewska Zieliński Kamińska Mazur Dąbrowski Wrona',
  },
  {
    locale: 'en-IT',
    country: 'IT',
    weight: 2.5,
    given: 'Giulia Matteo Chiara Davide Elisa Niccolò',
    family: 'Bellandi Moretti Caruso Fontana Rinaldi Zanetti',
  },
  {
    locale: 'en-PT',
    country: 'PT',
    weight: 1.5,
    given: 'Inês Tiago Mariana Duarte Beatriz Rui',
    family: 'Carvalho Figueiredo Nogueira Tavares Pinheiro Azevedo',
  },
  {
    locale: 'en-IN',
    country: 'IN',
    weight: 1.5,
    given: 'Ananya Rohan Meera Vikram Kavya Arjun',
    family: 'Iyer Banerjee Deshpande Kulkarni Menon Rao',
  },
  {
    locale: 'en-SG',
    country: 'SG',
    weight: 1,
    given: 'Wei Ling, Jun Hao, Siti Aisyah, Marcus, Hui Min, Darren',
    family: 'Tan Lim Rahman Goh Koh Ong',
  },
  {
    locale: 'en-NG',
    country: 'NG',
    weight: 1,
    given: 'Chidinma Tunde Ngozi Emeka Folake Ibrahim',
    family: 'Adeyemi Okonkwo Balogun Eze Lawal Nwosu',
  },
]

const mailHosts = [
  'example.com',
  'example.org',
  'example.net',
  'mail.example',
  'post.example',
  'inbox.example',
  'web.example',
]

/** As many different people as asked for; no two share an address. */
export function people(random: Random, count: number): Person[] {
  const taken = new Set<string>()
  return Array.from({ length: count }, () => person(random, taken))
}

function person(random: Random, taken: Set<string>): Person {
  const nation = random.weighted(nations, ({ weight }) => weight)
  const [given, givenLatin] = split(random.pick(words(nation.given)))
  const [family, familyLatin] = split(random.pick(words(nation.family)))
  const language = nation.locale.slice(0, 2) as Language
  const name = language === 'ja' ? `${family} ${given}` : `${given} ${family}`
  const email = address(random, latin(givenLatin), latin(familyLatin), taken)
  return { given, family, name, email, language, locale: nation.locale, country: nation.country }
}

// A comma separates names that have a space inside.
const words = (list: string) => (list.includes(',') ? list.split(', ') : list.split(' '))

function split(entry: string): [native: string, latin: string] {
  const [native = entry, latinForm = native] = entry.split('/')
  return [native, latinForm]
}

const undecomposed: Record<string, string> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', đ: 'd', æ: 'ae' }

const latin = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[øłıßđæ]/g, (letter) => undecomposed[letter] ?? letter)
    .replace(/[^a-z]/g, '')

function address(random: Random, given: string, family: string, taken: Set<string>): string {
  const shapes = [
    `${given}.${family}`,
    `${given}${family}`,
    `${at([...given], 0)}.${family}`,
    `${family}.${given}`,
    given,
  ]
  for (;;) {
    const number = random.chance(0.35) ? String(random.whole(2, 99)) : ''
    const email = `${random.pick(shapes)}${number}@${random.pick(mailHosts)}`
    if (!taken.has(email)) {
      taken.add(email)
      return email
    }
  }
}
