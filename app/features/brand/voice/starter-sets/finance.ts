import type { NewRule } from '../rule';
import { avoid, include, proof } from './starter-rule';

/** For investments, credit, insurance, and advice. Reasons name the rule behind them in plain words. */
export const FINANCE: NewRule[] = [
  include(
    'should',
    [
      'capital at risk',
      'capital is at risk',
      'you could lose money',
      'lose some or all of your money',
      'past performance',
      'Verlustrisiko',
      'Wertentwicklung in der Vergangenheit',
    ],
    'Name the risk as clearly as the benefit (MiFID II, FINRA 2210). Limit this rule to formats that promote an investment.',
  ),

  avoid(
    'must',
    [
      'guaranteed return',
      'guaranteed returns',
      'guaranteed profit',
      'guaranteed profits',
      'guaranteed income',
      'guaranteed growth',
    ],
    'No one can promise a return. The SEC and FINRA treat it as misleading, and so does MiFID II.',
  ),
  avoid(
    'must',
    ['risk-free', 'risk free', 'no risk', 'zero risk', 'without any risk', 'a safe investment'],
    'Every investment has a risk, and hiding it is misleading everywhere.',
  ),
  avoid(
    'must',
    ['can’t lose', 'cannot lose', 'can’t go wrong', 'sure thing', 'surefire', 'no-brainer'],
    'FINRA 2210 forbids promises and exaggeration.',
  ),
  avoid(
    'must',
    [
      'get rich',
      'get rich quick',
      'easy money',
      'fast cash',
      'become a millionaire',
      'double your money',
      'triple your money',
    ],
    'Promises of quick wealth are a mark of fraud, and authorities look for them.',
  ),
  avoid(
    'must',
    [
      'will outperform',
      'will beat the market',
      'will rise in value',
      'is sure to rise',
      'is bound to rise',
      'set to soar',
    ],
    'A forecast stated as a fact. FINRA 2210 forbids predicting performance.',
  ),
  avoid(
    'must',
    [
      'SEC approved',
      'SEC-approved',
      'approved by the SEC',
      'FINRA approved',
      'FINRA-approved',
      'endorsed by FINRA',
      'BaFin approved',
    ],
    'Being registered isn’t an approval. US law and MiFID II forbid suggesting that an authority endorses you.',
  ),
  avoid(
    'must',
    ['insider tip', 'hot tip', 'secret strategy', 'secret formula', 'banks don’t want you to know'],
    'Suggests knowledge that would be either illegal or invented.',
  ),
  avoid(
    'must',
    [
      'guaranteed approval',
      'everyone is approved',
      'instant approval',
      'no credit check',
      'bad credit no problem',
    ],
    'A lender that approves everyone is a warning sign to the FTC, and EU lenders must check.',
  ),
  avoid(
    'must',
    [
      'erase bad credit',
      'remove bad credit',
      'new credit identity',
      'wipe out your debt',
      'eliminate your debt',
    ],
    'Correct entries can’t be removed. US law on credit repair forbids saying otherwise.',
  ),
  avoid(
    'must',
    ['to the moon', 'the next Bitcoin', 'moonshot', 'guaranteed staking rewards'],
    'Hype for crypto assets. EU rules (MiCA) want marketing that’s fair, clear, and not misleading.',
  ),
  avoid(
    'should',
    [
      'act now',
      'before it’s too late',
      'last chance',
      'now or never',
      'once-in-a-lifetime',
      'don’t miss out',
    ],
    'Pressure has no place in decisions about money. ESMA and the SEC warn people about it.',
  ),
  avoid(
    'should',
    ['you should invest', 'you should buy', 'time to buy', 'must-buy', 'we recommend buying'],
    'Reads as personal advice, which needs a look at the person’s situation first.',
  ),
  avoid(
    'should',
    ['retire rich', 'never work again', 'quit your job', 'financial freedom in'],
    'A dream isn’t a balanced view of what an investment can do.',
  ),
  avoid(
    'could',
    ['play the market', 'place your bets', 'bet on stocks', 'lucky streak'],
    'Makes investing sound like a game of chance.',
  ),

  proof(
    'must',
    [
      'outperformed',
      'beat the market',
      'beats the market',
      'market-beating',
      'best-performing',
      'top-performing',
    ],
    'Against which index, over which period, after which fees? The SEC wants 1, 5, and 10 years, net of fees.',
  ),
  proof(
    'must',
    [
      'average return',
      'average annual return',
      'annual return of',
      'annualized return',
      'has returned',
      'yields up to',
    ],
    'Past performance needs its period, its source, and the fees. MiFID II wants at least five years, if there are that many.',
  ),
  proof(
    'must',
    [
      'projected return',
      'projected returns',
      'target return',
      'targeted returns',
      'backtested',
      'back-tested',
      'simulated performance',
    ],
    'The SEC allows hypothetical figures only with their assumptions, and for readers who can judge them.',
  ),
  proof(
    'must',
    [
      'lowest fees',
      'lowest rates',
      'best rates',
      'best interest rate',
      'cheapest',
      'lowest prices',
    ],
    'Compared with whom, and when? A comparison must be fair and name its sources.',
  ),
  proof(
    'must',
    ['no fees', 'zero fees', 'fee-free', 'commission-free', 'no hidden fees', 'free account'],
    'Only if nothing else costs anything, spreads and exits included. Say where the full price list is.',
  ),
  proof(
    'must',
    [
      '0% APR',
      '0% financing',
      'interest-free',
      'no interest',
      'no down payment',
      'low monthly payments',
    ],
    'US lending rules (Regulation Z) want the APR and the full terms beside it, EU rules a worked example.',
  ),
  proof(
    'must',
    ['tax-free', 'tax free', 'pay no tax', 'avoid taxes', 'tax savings', 'tax advantages'],
    'Depends on the person and may change. MiFID II wants both said.',
  ),
  proof(
    'must',
    ['FDIC insured', 'FDIC-insured', 'insured deposits', 'deposit insurance', 'government-backed'],
    'Say what’s covered, by whom, and up to how much. US rules punish false use of “FDIC.”',
  ),
  proof(
    'must',
    [
      'independent advice',
      'unbiased advice',
      'impartial advice',
      'conflict-free',
      'no conflicts of interest',
    ],
    'MiFID II protects “independent”: no commissions, and a broad range of products.',
  ),
  proof(
    'must',
    [
      'sustainable investment',
      'sustainable fund',
      'green fund',
      'ESG fund',
      'climate-neutral',
      'carbon-neutral',
    ],
    'EU disclosure rules (SFDR) want to know what makes it green, and the SEC looks at names of funds.',
  ),
  proof(
    'should',
    ['steady returns', 'stable returns', 'consistent returns', 'reliable income', 'safe haven'],
    'Sounds like a guarantee. Show how much it really moved.',
  ),
  proof(
    'should',
    [
      'award-winning',
      'top-rated',
      'number one',
      '#1',
      'industry-leading',
      'market leader',
      'most trusted',
    ],
    'Name the award, its date, and its period. The SEC also wants to know whether you paid for it.',
  ),
  proof(
    'should',
    ['our clients say', 'clients have made', 'as seen on', 'real results', 'success rate'],
    'The SEC wants it said whether these are clients, and whether they were paid.',
  ),
  proof(
    'should',
    [
      'covers everything',
      'full coverage',
      'complete protection',
      'fully covered',
      'total peace of mind',
    ],
    'Every policy has limits. Name the main ones, or link to them.',
  ),

  avoid(
    'must',
    ['garantierte Rendite', 'garantierter Gewinn', 'garantierte Gewinne', 'sichere Rendite'],
    'German: no one can promise a return. The WpHG wants information that’s honest and not misleading.',
  ),
  avoid(
    'must',
    ['risikofrei', 'risikolos', 'ohne Risiko', 'kein Risiko', 'absolut sicher'],
    'German: every investment has a risk, which must be as easy to see as the benefit.',
  ),
  avoid(
    'must',
    ['schnell reich', 'über Nacht reich', 'Geld verdoppeln', 'schnelles Geld'],
    'German: promises of quick wealth are what BaFin warns about.',
  ),
  avoid(
    'must',
    [
      'Kredit ohne Schufa',
      'Kredit trotz Schufa',
      'garantierte Zusage',
      'Sofortzusage ohne Prüfung',
    ],
    'German: lenders must check whether people can pay back.',
  ),
  proof(
    'must',
    ['Rendite von', 'Rendite bis zu', 'durchschnittliche Rendite', 'Wertentwicklung von'],
    'German: name the period, the source, and the costs.',
  ),
  proof(
    'must',
    [
      'beste Zinsen',
      'höchste Zinsen',
      'niedrigste Gebühren',
      'günstigster Kredit',
      'gebührenfrei',
      'Testsieger',
    ],
    'German: compared with whom, and when? Test results need their source and date.',
  ),
  proof(
    'should',
    ['nachhaltige Geldanlage', 'grünes Investment', 'klimaneutraler Fonds', 'unabhängige Beratung'],
    'German: protected words under EU rules. Say what makes it so.',
  ),
];
