// The documents of a fictional shop that rents and repairs outdoor gear, and questions about them.

/** Pages by name, in Markdown. */
export const DOCUMENTS: Record<string, string> = {
  'Price list': `# Price list

Valid from March. All prices include tax.

## Tents

The two-person tent costs 18 euros a night, the family tent 34 euros. From the fifth night on, each night is 20 % cheaper.

## Sleeping bags and mats

A summer sleeping bag is 6 euros a night, a winter bag for down to minus ten degrees 11 euros. Mats are 3 euros each.

## Kayaks and canoes

A single kayak is 29 euros a day and a tandem 45 euros. Canoes for three people cost 52 euros a day. Paddles, spray decks, and a dry bag are included.

## Bicycles

Trekking bikes: 16 euros a day. E-bikes: 38 euros a day with a full battery and a charger. A child trailer adds 9 euros.

## Repairs

A zipper repair starts at 14 euros. Re-waterproofing a jacket is 22 euros. Sealing the seams of a tent is charged by the meter at 2.50 euros.`,

  'Rental terms': `# Rental terms

## Deposit

We block a deposit of 150 euros on your card when you pick up gear, and release it within three days of its return.

## Late return

Gear that comes back after noon is charged as another day. After seven days without a message we report it as stolen.

## Cancellation

Cancel free of charge until 48 hours before pickup. After that we keep half of the price. If we cancel because of a storm warning, you get everything back.

## Damage and loss

Normal wear is on us. A lost tent peg costs 1 euro, a torn flysheet is repaired at cost, and for total loss you pay the current value, never the price of a new item.

## Age limit

Whoever rents must be 18. Young people from 14 may paddle alone with a signed form from their parents.

## Dogs

Dogs are welcome in canoes and in the family tent. Please bring a blanket of your own for them.`,

  'Visit us': `# Visit us

## Opening hours

Open Tuesday to Friday from 9 to 18, Saturday from 8 to 16. Closed on Sunday and Monday. In July and August we also open on Sunday from 8 to 12.

## Getting here

Take tram 4 to the stop Old Mill. The river path leads straight to our yard. Parking is free for two hours behind the boathouse.

## Accessibility

There is a ramp at the side entrance and a wheelchair-friendly washroom. Two of our kayaks have a raised seat and can be boarded from a lift.

## Contact

Call 555 0142 or write to hello at haldenpike dot example. On weekends only the phone is answered.`,

  'Guided tours': `# Guided tours

## Sunset paddle

Every Friday from May to September, two hours on the water with our guide Marit. 39 euros including the kayak and tea. Eight people at most.

## Night hike

A walk of nine kilometers by headlamp to the Wolf Ridge lookout, on the last Saturday of a month. 25 euros. Headlamps are provided.

## Family day

Children aged six and up learn knots, fire lighting with flint, and how to read a map. Parents stay with them. 60 euros for a family of four.

## Company outings

For teams of 10 to 40 we plan a raft building contest with lunch. From 75 euros for each person. Ask for an offer two weeks ahead.

## Avalanche course

A weekend on Mount Sorrel with a certified mountain guide: transceiver search, snow profiles, and decisions. 280 euros, probes and shovels included.`,

  'Care guide': `# Care guide

## Washing down

Wash a down bag by hand in lukewarm water with down soap. Never use softener. Dry it in a tumbler at low heat with three tennis balls.

## Storing a tent

Let it dry completely before you pack it. Mildew smells and can't be removed. Store it loosely in a large cotton sack, not in its pouch.

## Waxing boots

Brush off the mud, let the leather dry away from heaters, and rub in beeswax with a cloth. Twice in a season is enough.

## Charging e-bikes

Keep the battery between 20 and 80 percent, and at room temperature. In winter take it off the bike.

## Cleaning a stove

Burn off rests, then prick the jet with the needle. A yellow flame means that the jet is blocked or the fuel is wet.`,

  'About the shop': `# About the shop

## How it began

Ines Halden and Tobias Pike opened the shop in 2009 in a former boathouse, with eleven kayaks from a bankrupt club.

## What we stand for

Lending beats buying. Everything that we rent out is repaired at least five times before we replace it, and old tents become bags.

## Awards

The Riverside Chamber gave us its Green Counter award in 2021, and the regional paper named us Shop of the Year in 2023.

## The team

Marit guides on the water, Jonas repairs everything with a zipper, and Ines keeps the books. In summer four students help.

## Volunteering

On the first Sunday of each month we collect litter along the river. Boats are free for everyone who joins.`,

  'Fragen und Antworten': `# Fragen und Antworten

## Gutscheine

Ja, Gutscheine gibt es ab 20 Euro im Laden und per Post. Sie sind drei Jahre gültig und auch für Kurse einlösbar.

## Barzahlung

Wir nehmen Karten und Überweisungen. Bargeld nehmen wir im Laden nur bis 50 Euro an.

## Lieferung

Im Umkreis von 15 Kilometern bringen wir die Ausrüstung für 12 Euro zu Ihnen und holen sie auch wieder ab.

## Gruppenrabatt

Ab acht Personen ist die Miete um ein Zehntel günstiger, für Schulklassen um ein Viertel.

## Schlechtes Wetter

Bei Gewitter fährt niemand aufs Wasser. Sie können die Buchung kostenlos verschieben, auch noch am selben Tag.`,
};

/** Questions, and words of the passage that answers them. */
export const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  ['How much is a two-person tent per night?', 'two-person tent costs'],
  ['What does the family tent cost?', 'two-person tent costs'],
  ['Is there a discount on tents for a whole week?', '20 % cheaper'],
  ['Price of a winter sleeping bag', 'winter bag for down'],
  ['Do I need to pay for a sleeping mat?', 'Mats are 3 euros'],
  ['What is the price of a tandem kayak for one day?', 'single kayak is 29'],
  ['Is a paddle included with the canoe?', 'Paddles, spray decks'],
  ['Can I rent an e-bike with a charger?', 'E-bikes: 38 euros'],
  ['How much for a child trailer?', 'child trailer adds'],
  ['What do you charge to repair a zipper?', 'zipper repair starts'],
  ['Can you make my jacket waterproof again?', 'Re-waterproofing a jacket'],
  ['How high is the deposit?', 'block a deposit'],
  ['When do I get my deposit back?', 'block a deposit'],
  ['What happens if I return the gear late?', 'charged as another day'],
  ['Can I cancel a booking free of charge?', 'until 48 hours'],
  ['Do I get a refund when there is a storm warning?', 'until 48 hours'],
  ['I lost a tent peg, what do I owe?', 'lost tent peg'],
  ['How old must I be to rent a kayak?', 'must be 18'],
  ['May a teenager paddle alone?', 'must be 18'],
  ['Can I bring my dog in the canoe?', 'Dogs are welcome'],
  ['What are your opening hours on Saturday?', 'Open Tuesday'],
  ['Are you open on Sunday in August?', 'Open Tuesday'],
  ['Which tram goes to the shop?', 'tram 4'],
  ['Where can I park?', 'Parking is free'],
  ['Is there a ramp for wheelchairs?', 'ramp at the side'],
  ['What is the phone number?', '555 0142'],
  ['When is the sunset paddle?', 'Every Friday from May'],
  ['How long is the night hike?', 'nine kilometers'],
  ['What do children learn on the family day?', 'learn knots'],
  ['Do you organize outings for companies?', 'raft building contest'],
  ['What does the avalanche course cost?', 'Mount Sorrel'],
  ['How do I wash a down sleeping bag?', 'by hand in lukewarm'],
  ['How should a tent be stored?', 'Mildew smells'],
  ['How often should I wax leather boots?', 'rub in beeswax'],
  ['How do I charge the e-bike battery?', 'between 20 and 80 percent'],
  ['Why is the flame of my stove yellow?', 'yellow flame'],
  ['Who founded the shop, and when?', 'Ines Halden and Tobias'],
  ['Which awards did the shop win?', 'Green Counter award'],
  ['Who guides the tours on the water?', 'Marit guides'],
  ['When do you collect litter along the river?', 'collect litter'],
  ['Wie lange sind Gutscheine gültig?', 'Gutscheine gibt es'],
  ['Kann ich bar bezahlen?', 'Bargeld nehmen wir'],
  ['Liefert ihr die Ausrüstung auch nach Hause?', 'im Umkreis von 15'],
  ['Gibt es einen Rabatt für Gruppen?', 'Ab acht Personen'],
  ['Was passiert bei Gewitter?', 'Bei Gewitter'],
  ['avalanch corse on mount sorel', 'Mount Sorrel'],
  ['sunsett padle with guide', 'Every Friday from May'],
  ['How much is a kajak?', 'single kayak is 29'],
];
