// French sentences. Data only.

import type { Phrasebook } from './phrasebook.ts'

export const french: Phrasebook = {
  space: ' ',
  titles: {
    delighted: [
      'Parfait',
      'Très belle qualité',
      'Conforme et même mieux',
      'Je recommande',
      'Un vrai coup de cœur',
      'Un très bon achat',
      'Rien à redire',
    ],
    content: ['Très bien', 'Presque parfait', 'Bon produit', 'Bien dans l’ensemble'],
    torn: ['Mitigé', 'Peut mieux faire', 'Correct sans plus'],
    upset: ['Déception', 'Retourné', 'Pas à la hauteur du prix', 'Dommage'],
  },
  openings: {
    delighted: [
      'Offert à {who}, qui ne s’en sépare plus.',
      'Utilisé depuis {span}, [aucun regret|toujours avec le même plaisir].',
      'Livraison rapide et emballage soigné.',
      'Je cherchais depuis longtemps quelque chose d’aussi simple et bien fait.',
      'Deuxième commande chez vous.',
    ],
    content: ['Dans l’ensemble, c’est du très bon.', 'Bel objet, bien fini.', 'Après {span} :', 'Bon achat.'],
    torn: ['Avis partagé.', 'L’idée est bonne.', 'Joli, mais.'],
    upset: [
      'Quelle déception.',
      'J’avais lu les bons avis et je ne comprends pas.',
      'Au bout de {span}, c’était fini.',
    ],
  },
  praise: {
    any: [
      'La finition est [impeccable|vraiment soignée].',
      'On sent que c’est fait pour durer.',
      'La couleur est exactement celle de la photo.',
      'Encore plus beau en vrai.',
      'Le service client m’a répondu en une heure.',
      'Rien ne bouge, rien ne grince.',
      'Emballage sans plastique, bravo.',
    ],
    camp: [
      'Testé [trois jours sous la pluie|par grand vent] {place} : rien à signaler.',
      'Léger, compact et solide à la fois.',
      'Prêt en quelques minutes, même [de nuit|avec les doigts gelés].',
      'Il nous a suivis {place} sans jamais faiblir.',
    ],
    wear: [
      'Taille parfaitement, j’ai pris ma taille habituelle.',
      'Chaud, doux, et ça ne gratte pas.',
      'Une journée de crachin {place} et tout est resté sec.',
      'Après plusieurs lavages, rien n’a bougé.',
    ],
    kitchen: [
      'Très agréable en main.',
      'S’utilise tous les jours et se nettoie en deux minutes.',
      'Chaque pièce est un peu différente, c’est ce qui fait son charme.',
    ],
    blanket: ['Le chat l’a adopté avant nous.'],
    cushion: ['Le chat l’a adopté avant nous.'],
    mug: ['Il ne quitte plus la table du petit déjeuner.'],
    enamelMug: ['Il ne quitte plus la table du petit déjeuner.'],
    coffee: ['Il ne quitte plus la table du petit déjeuner.'],
    home: [
      'Le salon en est tout de suite plus chaleureux.',
      'Matière superbe, on voit le travail à la main.',
      'Va avec tout.',
    ],
  },
  quibbles: {
    any: [
      'Une étoile en moins pour le délai de livraison.',
      'Un peu plus petit que je ne pensais.',
      'La teinte est légèrement plus foncée qu’à l’écran.',
      'Un peu cher tout de même.',
      'Il manque une notice en français.',
    ],
  },
  complaints: {
    any: [
      'Arrivé abîmé.',
      'Trois semaines d’attente sans la moindre nouvelle.',
      'Le service client ne répond pas.',
      'Ne correspond pas à la description.',
      'Des traces d’usure après {span} seulement.',
    ],
    camp: ['Une pièce a cassé dès la deuxième sortie.', 'Ce n’est pas étanche.'],
    wear: ['Taille beaucoup trop petit.', 'Une couture a lâché au premier lavage.'],
    kitchen: ['Fêlé à l’arrivée.', 'Des taches de rouille au bout d’une semaine.'],
    home: ['Perd ses fibres partout.', 'Les dimensions ne sont pas celles annoncées.'],
  },
  endings: {
    delighted: ['Je recommande les yeux fermés.', 'Merci !', 'Bravo à toute l’équipe.', 'J’en rachèterai.'],
    content: ['Je recommande quand même.', 'Sinon, très bien.', 'Quatre étoiles.'],
    torn: ['Ça ira pour un usage occasionnel.', 'Je le garde, mais je n’en reprendrai pas.', 'Trois étoiles.'],
    upset: ['Renvoyé.', 'Dommage.', 'Je ne recommande pas.', 'Remboursement rapide, au moins.'],
  },
  slots: {
    who: ['mon mari', 'ma mère', 'ma fille', 'mon frère', 'une amie', 'mon père'],
    place: ['en Bretagne', 'dans le Vercors', 'en Ardenne', 'dans les Pyrénées', 'sur le GR20', 'dans le Jura'],
    span: ['trois semaines', 'deux mois', 'un mois', 'six mois', 'tout un été'],
  },
  replies: {
    thanks: [
      'Merci beaucoup, {given} ! On l’affiche à l’atelier.',
      'Quel plaisir de vous lire, {given}. Profitez-en bien !',
    ],
    noted: ['Merci pour ces remarques, {given}. Nous les transmettons à l’atelier.'],
    sorry: [
      'Bonjour {given}, ce n’est pas normal. Un remplacement part aujourd’hui, inutile de renvoyer l’ancien.',
      'Merci pour votre franchise, {given}. Nous venons de vous écrire pour arranger cela.',
    ],
  },
}
