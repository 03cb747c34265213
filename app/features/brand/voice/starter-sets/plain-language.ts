import type { NewRule } from '../rule';
import { avoid, prefer, readingLevel } from './starter-rule';

const SHORTER = 'Says the same in fewer words.';
const SIMPLER = 'The everyday word reads faster.';

/** After the plain language guidelines that public offices follow, and what marketing copy overdoes. */
export const PLAIN_LANGUAGE: NewRule[] = [
  readingLevel('should', 8, 'Most adults read this without effort.'),

  prefer('should', 'to', ['in order to', 'so as to'], SHORTER),
  prefer('should', 'because', ['due to the fact that', 'owing to the fact that'], SHORTER),
  prefer('should', 'if', ['in the event that', 'on the condition that'], SHORTER),
  prefer('should', 'now', ['at this point in time', 'at the present time'], SHORTER),
  prefer('should', 'soon', ['in the near future', 'at an early date'], SHORTER),
  prefer('should', 'about', ['with regard to', 'with respect to', 'in relation to'], SHORTER),
  prefer('should', 'many', ['a large number of', 'a significant number of'], SHORTER),
  prefer('should', 'more than', ['in excess of', 'upward of'], SHORTER),
  prefer('should', 'can', ['has the ability to', 'have the ability to'], SHORTER),
  prefer('should', 'every day', ['on a daily basis'], SHORTER),

  prefer('should', 'use', ['utilize', 'utilise', 'make use of'], SIMPLER),
  prefer('should', 'using', ['utilizing', 'utilising', 'making use of'], SIMPLER),
  prefer('should', 'before', ['prior to', 'in advance of'], SIMPLER),
  prefer('should', 'after', ['subsequent to'], SIMPLER),
  prefer('should', 'start', ['commence'], SIMPLER),
  prefer('should', 'end', ['terminate'], SIMPLER),
  prefer('should', 'try', ['endeavor', 'endeavour'], SIMPLER),
  prefer('should', 'find out', ['ascertain'], SIMPLER),
  prefer('should', 'enough', ['a sufficient amount of', 'a sufficient number of'], SIMPLER),
  prefer('could', 'help', ['facilitate', 'assistance'], SIMPLER),
  prefer('could', 'buy', ['purchase'], 'People buy; only invoices purchase.'),
  prefer('could', 'gift', ['free gift'], 'A gift is always free.'),
  prefer('could', 'result', ['end result', 'final outcome'], 'A result comes at the end anyway.'),

  avoid(
    'must',
    ['aforementioned', 'hereby', 'herein', 'heretofore', 'thereof', 'wherein', 'pursuant to'],
    'Legal words make people stop reading. Say who does what.',
  ),
  avoid(
    'should',
    [
      'best-in-class',
      'cutting-edge',
      'game changer',
      'game-changing',
      'next-level',
      'paradigm shift',
      'state-of-the-art',
      'synergy',
      'synergies',
      'world-class',
    ],
    'Everyone says it, so it tells people nothing. Say what’s different.',
  ),
  avoid(
    'should',
    [
      'delve into',
      'in today’s fast-paced world',
      'in the ever-evolving landscape',
      'look no further',
      'a testament to',
      'unlock the power of',
      'take it to the next level',
    ],
    'Stock phrases sound like a machine wrote them.',
  ),
  avoid(
    'could',
    [
      'it should be noted that',
      'it is important to note that',
      'needless to say',
      'it goes without saying',
      'as a matter of fact',
    ],
    'Delay the point. Start with what comes after.',
  ),
  avoid(
    'could',
    ['obviously', 'as everyone knows', 'of course you know', 'it’s common knowledge that'],
    'People who didn’t know feel talked down to.',
  ),
  avoid('could', ['basically', 'essentially', 'literally', 'totally'], 'Adds length, not meaning.'),

  prefer(
    'should',
    'weil',
    ['aufgrund der Tatsache, dass', 'angesichts der Tatsache, dass'],
    SHORTER,
  ),
  prefer('should', 'jetzt', ['zum jetzigen Zeitpunkt', 'zum gegenwärtigen Zeitpunkt'], SHORTER),
  prefer('should', 'vorher', ['im Vorfeld'], SIMPLER),
  prefer('should', 'in keiner Weise', ['in keinster Weise'], '“Kein” has no superlative.'),
  avoid(
    'should',
    ['diesbezüglich', 'bezugnehmend auf', 'hinsichtlich', 'nichtsdestotrotz', 'seitens', 'mittels'],
    'Office German. Say “dazu,” “wegen,” “trotzdem,” “von,” or “mit.”',
  ),
  avoid(
    'could',
    ['zur Anwendung bringen', 'in Erwägung ziehen', 'unter Beweis stellen', 'zum Einsatz kommen'],
    'One German verb says it: “anwenden,” “erwägen,” “beweisen,” “eingesetzt werden.”',
  ),
  avoid(
    'could',
    ['ganzheitliche Lösung', 'innovative Lösungen', 'maßgeschneiderte Lösungen', 'zukunftsweisend'],
    'Everyone says it, so it tells people nothing. Say what’s different.',
  ),
];
