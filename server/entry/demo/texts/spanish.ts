// Spanish sentences. Data only.

import type { Phrasebook } from './phrasebook.ts'

export const spanish: Phrasebook = {
  space: ' ',
  titles: {
    delighted: [
      'Un acierto',
      'Muy buena calidad',
      'Justo lo que buscaba',
      'Repetiré',
      'Mejor de lo esperado',
      'Perfecto',
      'Una maravilla',
    ],
    content: ['Muy bien', 'Casi perfecto', 'Buena compra', 'Bien en general'],
    torn: ['Ni fu ni fa', 'Esperaba algo más', 'Correcto'],
    upset: ['Decepción', 'Devuelto', 'No vale lo que cuesta', 'Una pena'],
  },
  openings: {
    delighted: [
      'Se lo regalé a {who} y no lo suelta.',
      'Llevo {span} usándolo y [ni un problema|cada vez me gusta más].',
      'Llegó rápido y muy bien embalado.',
      'Es la segunda vez que compro aquí.',
      'No suelo escribir reseñas, pero esta la merece.',
    ],
    content: ['En general, muy bien.', 'Buen producto.', 'Después de {span}:', 'Bonito y práctico.'],
    torn: ['No está mal, pero tampoco es para tanto.', 'La idea es buena.', 'Bonito sí es.'],
    upset: ['Menuda decepción.', 'Con tan buenas opiniones esperaba otra cosa.', 'A los pocos usos se estropeó.'],
  },
  praise: {
    any: [
      'Los acabados son [impecables|de primera].',
      'Se nota que está hecho para durar.',
      'El color es tal cual la foto.',
      'En persona gana muchísimo.',
      'Atención al cliente de diez.',
      'Viene sin nada de plástico, se agradece.',
      'Sencillo y bien pensado.',
    ],
    camp: [
      'Lo llevamos {place} y aguantó [lluvia y viento|una tormenta] sin problema.',
      'Ligero, ocupa poquísimo y es resistente.',
      'Se monta en un momento, incluso [de noche|con las manos frías].',
      'Ha sido lo mejor de la escapada {place}.',
    ],
    wear: [
      'La talla es exacta.',
      'Abriga sin pesar y no pica.',
      'Todo el día con llovizna {donde} y ni una gota dentro.',
      'Después de varios lavados sigue igual.',
    ],
    kitchen: [
      'Desde que llegó no ha vuelto al armario.',
      'Da gusto tenerlo en la mano.',
      'Lo uso a diario y se limpia en nada.',
      'Cada pieza es un poco distinta, y eso me encanta.',
    ],
    blanket: ['El gato lo ha hecho suyo.'],
    cushion: ['El gato lo ha hecho suyo.'],
    home: ['El salón parece otro.', 'El tacto es una maravilla y se nota el trabajo artesano.', 'Combina con todo.'],
  },
  quibbles: {
    any: [
      'Le quito una estrella por el tiempo de entrega.',
      'Es algo más pequeño de lo que imaginaba.',
      'El tono es un poco más oscuro que en pantalla.',
      'Un poco caro, la verdad.',
      'Faltan instrucciones en español.',
    ],
  },
  complaints: {
    any: [
      'Llegó golpeado.',
      'Tres semanas esperando y sin noticias.',
      'Nadie contesta a los correos.',
      'No se parece a la descripción.',
    ],
    camp: ['Se rompió una pieza en la segunda salida.', 'No es impermeable, digan lo que digan.'],
    wear: ['Talla muy pequeño.', 'Se descosió en el primer lavado.'],
    kitchen: ['Venía con una grieta.', 'Manchas de óxido a la semana.'],
    home: ['Suelta pelusa por toda la casa.', 'Las medidas no son las que dicen.'],
  },
  endings: {
    delighted: ['¡Muy recomendable!', '¡Gracias!', 'Volveré a comprar.', 'Un diez.'],
    content: ['Aun así lo recomiendo.', 'Por lo demás, genial.', 'Cuatro estrellas.'],
    torn: ['Para un uso puntual vale.', 'Me lo quedo, pero no repetiría.', 'Tres estrellas.'],
    upset: ['Lo he devuelto.', 'Una pena.', 'No lo recomiendo.', 'Al menos devolvieron el dinero pronto.'],
  },
  slots: {
    who: ['mi madre', 'mi marido', 'mi hermana', 'un amigo', 'mi hija', 'mi padre'],
    donde: ['en los Picos de Europa', 'en Galicia', 'en el Camino', 'en el Pirineo'],
    place: [
      'a los Picos de Europa',
      'a la sierra de Gredos',
      'al Camino',
      'a los Pirineos',
      'a Oaxaca',
      'al Cabo de Gata',
    ],
    span: ['tres semanas', 'dos meses', 'medio año', 'un mes', 'todo el verano'],
  },
  replies: {
    thanks: ['¡Mil gracias, {given}! Lo colgamos en el taller.', 'Qué alegría leerlo, {given}. ¡A disfrutarlo!'],
    noted: ['Gracias por la sinceridad, {given}. Se lo pasamos al taller.'],
    sorry: [
      'Hola, {given}: esto no debería pasar. Hoy mismo sale otro y no hace falta que devuelva el primero.',
      'Gracias por decírnoslo, {given}. Le acabamos de escribir para arreglarlo.',
    ],
  },
}
