/** Which things are compared with each other. */
export type FigureKind = 'money' | 'percent' | 'date' | 'year' | 'time' | 'amount' | 'number';

export interface Unit {
  kind: 'money' | 'percent' | 'time' | 'amount';
  /** The currency, or what is measured; `''` for a part of any currency. */
  name: string;
  /** What one of it is in the unit that is compared. */
  factor: number;
}

const UNITS = new Map<string, Unit>();

function define(kind: Unit['kind'], name: string, factor: number, spellings: string): void {
  for (const spelling of spellings.split(' ')) UNITS.set(spelling, { kind, name, factor });
}

define('money', 'EUR', 1, '€ eur euro euros');
define('money', 'USD', 1, '$ usd us$ dollar dollars');
define('money', 'GBP', 1, '£ gbp');
define('money', 'CHF', 1, 'chf franken fr.');
define('money', 'JPY', 1, '¥ jpy yen');
define('money', '', 0.01, 'cent cents ct ct. ¢');
define('percent', '', 1, '% percent prozent');
define('time', '', 60, 'uhr am pm a.m p.m a.m. p.m.');
define('amount', 'mass', 0.001, 'mg');
define('amount', 'mass', 1, 'g gr gram grams gramm');
define('amount', 'mass', 1_000, 'kg kilo kilos kilogram kilograms kilogramm');
define('amount', 'mass', 1_000_000, 't tons tonnen tonnes');
define('amount', 'mass', 28.35, 'oz ounce ounces');
define('amount', 'mass', 453.59, 'lb lbs pound pounds');
define('amount', 'volume', 1, 'ml');
define('amount', 'volume', 10, 'cl');
define('amount', 'volume', 1_000, 'l liter liters litre litres');
define('amount', 'length', 1, 'mm');
define('amount', 'length', 10, 'cm');
define('amount', 'length', 1_000, 'm meter meters metre metres metern');
define('amount', 'length', 1_000_000, 'km kilometer kilometers kilometre kilometres kilometern');
define('amount', 'length', 25.4, 'inch inches zoll');
define('amount', 'length', 304.8, 'ft feet');
define('amount', 'length', 1_609_344, 'mile miles meile meilen');
define('amount', 'area', 1, 'm² qm sqm quadratmeter');
define('amount', 'area', 0.0929, 'sqft');
define('amount', 'duration', 1, 'min min. minute minutes minuten');
define('amount', 'duration', 60, 'h std std. hour hours stunde stunden');
define('amount', 'duration', 1_440, 'day days tag tage tagen');
define('amount', 'duration', 10_080, 'week weeks woche wochen');
define('amount', 'months', 1, 'month months monat monate monaten');
define('amount', 'months', 12, 'year years jahr jahre jahren');
define('amount', 'energy', 1, 'kcal cal calories kalorien');
define('amount', 'temperature', 1, '°c °f °');
define('amount', 'power', 1, 'w watt');
define('amount', 'power', 1_000, 'kw');
define('amount', 'work', 1, 'kwh');
define('amount', 'data', 1, 'mb');
define('amount', 'data', 1_000, 'gb');
define('amount', 'data', 1_000_000, 'tb');
define(
  'amount',
  'count',
  1,
  'customers clients guests members users subscribers followers people families reviews ratings stars branches locations stores shops offices employees orders awards varieties kinds sorts flavors recipes countries cities states languages seats rooms tables kunden kundinnen gäste gästen gästinnen mitglieder nutzer abonnenten follower menschen familien bewertungen sterne sternen filialen standorte standorten geschäfte läden mitarbeiter mitarbeitende bestellungen auszeichnungen sorten rezepte länder ländern städte städten sprachen plätze sitzplätze zimmer tische',
);
define('amount', 'count', 1_000_000, 'million millions mio mio. millionen');

/** The unit that is written so; undefined for other words. */
export function unitOf(written: string): Unit | undefined {
  return UNITS.get(written.toLowerCase()) ?? UNITS.get(written.toLowerCase().replace(/\.$/, ''));
}

const MONTHS = [
  'january jan januar jänner',
  'february feb februar',
  'march mar märz',
  'april apr',
  'may mai',
  'june jun juni',
  'july jul juli',
  'august aug',
  'september sep sept',
  'october oct oktober okt',
  'november nov',
  'december dec dezember dez',
].map((names) => new Set(names.split(' ')));

/** 1 to 12; 0 for a word that names no month. Months begin with a capital letter: "may" is also a verb. */
export function monthOf(word: string): number {
  if (word === word.toLowerCase()) return 0;
  const name = word.toLowerCase().replace(/\.$/, '');
  return MONTHS.findIndex((names) => names.has(name)) + 1;
}
