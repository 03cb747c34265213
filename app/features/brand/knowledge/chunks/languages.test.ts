import { describe, expect, test } from 'vitest';

import { languageOf } from './languages';

describe('the language of a text', () => {
  test.each([
    ['english', 'We are open from eight to six, and the bread is baked in our own oven for you.'],
    [
      'german',
      'Wir haben von acht bis sechs geöffnet, und das Brot ist nicht nur für die Nachbarn.',
    ],
    [
      'french',
      'Nous sommes ouverts tous les jours, et le pain est cuit dans notre four pour vous.',
    ],
    [
      'spanish',
      'Abrimos todos los días y el pan es para los vecinos, con una receta que es de la casa.',
    ],
    ['dutch', 'Wij zijn het hele jaar open, en het brood van onze bakkerij is er ook voor u.'],
    [
      'swedish',
      'Vi har öppet och det är inte för sent att komma till oss med en vän som är hungrig.',
    ],
    ['simple', 'Apple pie 4.50\nCherry pie 4.80\nRye loaf 5.20'],
    ['simple', ''],
  ])('is %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });
});
