import type { Samples } from './samples';

/** Copy for a shop that repairs bicycles and household appliances, and says honestly what isn't worth it. */
export const repairShop: Samples = {
  'linkedin-post': [
    `A customer brought us a toaster last week. It had cost $30, eleven years ago.

“Is it worth fixing?” she asked.

On paper, no. Half an hour of our time costs more than the toaster did. But it had been her mother's, it matched nothing else in her kitchen, and it had one loose spring.

We fixed it in nine minutes and charged her nothing. On Friday she came back with a washing machine.

We didn't plan it that way. But after fourteen years in repair, I've noticed that people remember very clearly who told them the truth about a small thing. They come back to that person with the big ones.

What's the smallest job you've ever been glad to take?

{{action}}.`,
    `We talk about one in five customers out of paying us.

That sounds like a terrible business model. Here's the math:

→ The check is free and takes ten minutes.
→ If a repair costs more than half of a good replacement, we say so.
→ 8 in 10 people who hear “don't fix it” come back with something else within a year.

Advertising never brought us a customer for less than $31. Honesty costs ten minutes.

The most expensive sentence in our trade is “we'll see what we can do.” The cheapest is “here's what I'd do if it were mine.”

{{action}}.`,
    `Unpopular opinion: you don't need a new bike.

You need a chain, two brake pads, and forty minutes.

We see it every March. $2,000 on the wish list, $85 on the invoice, one very happy commute.

{{action}}.`,
  ],

  'x-post': [
    `“It's making a noise” is the start of half our conversations. The other half start with “I watched a video and now there's a spring left over.” Both welcome. {{action}}.`,
    `Your washing machine isn't dead. It's probably a $14 pump. Ten-minute check, no charge. {{action}}.`,
    `New bike: $1,200. Tune-up: $85. Riding past traffic on a Monday: still free. 🚲 {{action}}.`,
  ],

  'instagram-caption': [
    `Swipe for the before. 👉

This 1987 commuter came in with a seized chain, one brake, and a family of spiders. It leaves with new cables, true wheels, and a bell you can hear in the next zip code.

Same frame. Same scratches. Another thirty years, easily.

{{action}}.

#bikerepair #repairdontreplace #vintagebike`,
    `Guess the sound. 🔊

A) A helicopter
B) A washing machine with a coin in the pump
C) Our coffee grinder, which we really should fix

(It's B. It's always B. We've collected $11.40 this year, and it goes to the kids' bike fund.)

{{action}}.

#appliancerepair #fixit #righttorepair`,
    `Ready by six. As promised. 🔧

{{action}}.

#samedayrepair #bikeshop`,
  ],

  'facebook-post': [
    `Before you order a new one, bring us the old one.

Blender won't blend? Bike goes click-click-grind? Dryer all noise and no heat? We'll look at it for free, tell you what's wrong in plain English, and give you a price before we touch a screw.

About half of what comes through our door leaves the same day. And if it isn't worth fixing, we'll tell you that as well. We'd rather lose a job than a neighbor.

Open Monday to Saturday, 8 to 6. {{action}}.`,
    `Saturday is Kids' Bike Day! 🚲

From 9 to noon we pump tires, tighten brakes, and adjust saddles for anyone under twelve. Free, no appointment. Bring the bike, bring the kid, bring the stuffed animal that rides on the back.

Parents: there's coffee. And yes, we'll look at yours, too. {{action}}.`,
    `We found this note in the basket of a bike on Monday:

“To the person who fixed my brakes in 2016: I've ridden 14,000 miles on them since. Yesterday they saved me from a truck. Thought you should know.”

No name. If it was you: thank you. It's hanging above the workbench now, next to the torque chart, and Luis reads it out loud whenever someone says that it's only a brake cable.

There's no such thing as only a brake cable. That's why every repair leaves here with a test ride, a checklist, and a name on it.

{{action}}.`,
  ],

  thread: [
    `Repair or replace? After 14 years behind the counter, here's the rule we give our own families. 🧵

---

1. The 50% rule.

If fixing it costs less than half of a good new one, fix it. If it costs more, we'll tell you, even if that's the end of our sale.

---

2. The age test.

Bikes: nearly always worth it. Washing machines: up to 12 years. Kettles: only if you love them. (People do love kettles.)

---

3. The second-fault test.

One broken part is bad luck. Three in a year is a message.

---

4. The ten-minute test.

Not sure? Ask a shop that doesn't sell new ones. Our check is free, and you'll have a price before we start. {{action}}.`,
    `Three sounds your bike makes, and what they cost you.

---

“Tick, tick, tick” when you pedal: a worn chain. $35 now, or $140 in the fall when it has eaten the cassette.

---

“Screeee” when you brake: dirty rims if you're lucky, metal on metal if you're not. From $18. Please don't wait with this one.

---

No sound at all? Lovely. See you next spring. {{action}}.`,
    `A dryer came in this morning, “broken beyond repair.” That's a quote from the store that wanted to sell a new one.

---

It took us eleven minutes. The lint filter had slipped into the fan. Price: $0, plus a story for the break room.

Please get a second opinion. {{action}}.`,
  ],

  article: [
    `# Repair or replace? A calm way to decide

The dishwasher stops on a Thursday evening. By Friday lunch you've got six tabs open, and all of them want to sell you a new one.

Before you spend $700, take ten minutes. Most appliances and nearly all bicycles fail for small reasons, and most small reasons have a price you can know in advance.

## Step one: describe the symptom

“Broken” is hard to fix. “Fills, hums, doesn't drain” points straight to a pump. Write down what still works, what changed, and which sound you hear. You've just done half of the diagnosis.

## Step two: check the three free things

1. **Power.** Another outlet, no extension cord.
2. **Filters.** Lint, crumbs, and coins cause about a third of the calls we get.
3. **Reset.** Unplug it for five minutes. It works more often than we like to admit.

## Step three: do the math

| | Usually worth it | Think twice |
|---|---|---|
| Bicycle | almost always | cracked frame |
| Washing machine | under 12 years | drum bearing |
| Dishwasher | pump, seal, valve | rusted tub |
| Vacuum | belt, hose, cord | burned motor |

As a rule of thumb, repair is the better deal while it costs less than half of a good replacement.

## Step four: ask someone who doesn't sell new ones

A shop that earns money on replacements will find reasons to replace. Ask for a price before any work starts, and ask to see the old part afterwards.

## What you gain

A repaired machine saves you a few hundred dollars, a delivery window, and a bulky piece of waste. And you get to keep the one whose buttons you understand.

{{brand}} checks bikes and appliances for free, in about ten minutes. {{action}}.`,
    `# What fourteen years of broken bikes have taught us

Luis keeps a notebook. Since the day we opened, he has written down what broke, why, and whether it could have been prevented. There are 9,212 entries. We went through all of them one rainy week, and this is what they say.

## 71% of failures started with a dry chain

A chain without oil wears itself, then the cassette, then the chainrings. A $9 bottle and two minutes a month would have prevented 6,500 visits. (We'd miss the company.)

## Most flats aren't bad luck

They're low pressure. A soft tire pinches its own tube at every curb. Squeeze yours before you leave the house; if your thumb sinks in, pump.

## Brakes whisper before they scream

Rubbing, then squealing, then silence. Silence isn't good news. It means that the pad is gone.

## Nobody regrets a spring tune-up

Riders who come in every March spend $85 a year. Those who come in when something snaps spend $190. The second group also walks home more often.

## Your five-minute ritual

- Squeeze the tires
- Lift the bike and spin both wheels
- Pull each brake to the bar
- Wipe the chain and add one drop to each link
- Ring the bell, for morale

Do that on the first Sunday of the month, and we'll see you once a year. If it's been longer, {{brand}} has a stand free this week. {{action}}.`,
    `# The case for keeping your old kettle

It's dented. It takes a minute longer. You know exactly how it sounds when it's about to boil.

## Old isn't the same as bad

Things built to be opened can be repaired. Look for screws instead of glue, a name plate, and parts with numbers on them.

## Small repairs, long lives

A $4 seal, a $6 switch, a new cord: that's most of what we do to kettles, toasters, and lamps. They usually outlive their replacements.

## Try us

Bring it in. If we can't fix it, you'll still have had a good cup of coffee. {{action}}.`,
  ],

  'case-study': [
    `# Twelve cargo bikes, zero missed deliveries

**The customer:** Greenline, a courier company with twelve cargo bikes and promises to keep.

## The problem

Every bike rides 60 miles a day. On average one was out of service at any time, and it was always the wrong one. “A broken bike costs us $340 a day,” says Dana, who runs the fleet. “The repair itself costs $60.”

## What we changed

We stopped waiting for things to break.

- **Sundays:** two of us check six bikes on site, the other six a week later.
- **Wear parts** are changed by mileage, not by accident.
- **A loaner** stands in our window, charged, with Greenline's sticker on it.

## The result

- Days out of service fell from 31 in a quarter to 2.
- Cost per bike: $48 a month, all parts included.
- The loaner has been used twice. Once was for a parade.

## What Dana says

“I used to know the shop's number by heart. I've forgotten it. That's the best thing I can say.”

Do you run a fleet, or just a very busy family? {{action}}.`,
    `# A laundromat, nine machines, one weekend

On a Friday in January, three of nine washers at Bubble & Co. stopped spinning. The manufacturer offered an appointment in eleven days, or nine new machines for $32,000.

## Saturday: find the pattern

All three had failed on the same cycle. We opened the first one and found what we'd hoped for: a control relay, rated for 50,000 switches. It had done 81,000.

## Sunday: fix it for good

We replaced the relay in all nine, not just in three, with one made for a million switches. Parts: $212. Time: fourteen hours, two pizzas.

## Since then

No failure in sixteen months. The owner put the $32,000 into a second location and asked us to look after that one, too.

“They explained it so well I could've done it myself,” he says. “I'm glad I didn't.”

Is something making a noise? {{action}}.`,
    `# The bike that had been “totaled”

**The customer:** Ruth, 67, with a 1994 touring bike and a quote that said “not economical.”

**What we found:** A bent derailleur hanger, $19. Two broken spokes, $8. A very dirty reputation.

**What we did:** Straightened, trued, cleaned, tested. 50 minutes, $92.

**What happened next:** She rode it to the coast, 212 miles, and sent us a postcard.

Has someone given up on yours? {{action}}.`,
  ],

  newsletter: [
    `Subject: Is your bike ready for March?
Preheader: The five-minute check, our spring price, and a toaster with a past

Hello neighbor,

the first warm Saturday is coming, and half the city will remember its bikes on the same morning. Beat the line.

## The five-minute check

Squeeze the tires. Pull the brakes to the bar. Turn the pedals backward and listen. If anything grinds, squeals, or feels soft, write it down and bring us the list.

## Spring tune-up: $85

Brakes, gears, wheels, chain, and a wash. Book in February, and you choose the day. Book in April, and we do.

## Rescued this month

A 1962 chrome toaster, last used at someone's grandparents' wedding breakfast. New cord, one spring, forty minutes. It makes better toast than ours.

[{{action}}](#)

Ride safe,
{{signature}}`,
    `Subject: What we couldn't fix this year
Preheader: An honest list, and what we learned from it

Hi,

repair shops like to show what they saved. Here's the other list.

## 43 things we sent away

19 phones with glued-in batteries. Eleven “smart” kettles whose maker had switched off the app. Eight vacuum cleaners without a single screw. Five bikes with cracked frames.

## What it taught us

Before you buy, turn it over. Screws are good. A parts list is better. An app you can't live without is a warning.

## What we do about it

From this month, you can send us a link before you buy, and we'll tell you in a sentence whether it can be repaired. It's free, and we enjoy it too much.

[{{action}}](#)

Yours, screwdriver in hand,
{{signature}}`,
    `Subject: Two minutes for your brakes
Preheader: One tip, one date, one terrible pun

Hello,

**The tip.** If your brake lever touches the bar, turn the barrel adjuster half a turn out. Done.

**The date.** Kids' Bike Day, Saturday from 9 to noon. Free, and loud.

**The pun.** We'd tell you one about a broken wheel, but it never comes around.

[{{action}}](#)

See you in the shop,
{{signature}}`,
  ],

  hero: [
    `# Fixed today. Or we tell you why not.

Bikes and appliances, checked free in ten minutes. You get an honest answer and a price before we touch a screw.

[{{action}}](#)`,
    `# Don't replace it. Bring it.

Half of what people throw away needs a part that costs less than lunch. Let's find out if yours does.

[{{action}}](#)`,
    `# The repair shop that sometimes says no

If it isn't worth fixing, you'll hear it from us, for free. If it is, you'll have it back by six, tested, with a one-year guarantee.

[{{action}}](#)

*4.9 stars from 612 neighbors, and one from a man whose kettle we couldn't save.*`,
  ],

  features: [
    `## Repairs you don't have to worry about

Bring it in. We'll take it from there.

### A price before we start

We look, we explain, you decide. The number on the ticket is the number on the bill.

### Ready the same day

Six in ten repairs are done by six o'clock. For the rest, we lend you a bike or a hotplate.

### One year of guarantee

If the same thing breaks again, fixing it is on us. That has happened 31 times in fourteen years.`,
    `## How we work

### Free ten-minute check

No appointment, no obligation. Put it on the counter and tell us what it does.

### Plain English

You'll never hear “the thingamajig is shot.” We show you the part and what it's for.

### The 50% rule

If a repair costs more than half of a good new one, we advise against it.

### Old parts back

You get what we took out, in a bag. Some people frame it.`,
    `## Why people come back

### We pick up the phone

A mechanic answers. Usually Luis.

### We test everything

Every bike gets a ride, every machine a full cycle.

### We remember

Your bike has a file here. It's nearly a friendship.`,
  ],

  pricing: [
    `## Quick Fix

**from $18**

One thing is wrong, and you know what it is.

- Flats, cables, switches, cords
- Usually while you wait
- Parts at list price

[{{action}}](#)

## Full Tune-Up

**$85**

Once a year, and your bike feels new.

- Brakes, gears, wheels, and chain
- Wash and safety check
- Free adjustment after 100 miles

[{{action}}](#)

## Appliance Repair

**$65 plus parts**

For washers, dryers, dishwashers, and anything with a plug.

- Free check in the shop
- A fixed price before we start
- One-year guarantee

[{{action}}](#)`,
    `## The Check

**Free**

Ten minutes at the counter. You leave with an answer.

- No appointment
- A written price
- Our honest opinion

[{{action}}](#)

## The Repair

**A fixed price**

You know it before we start, and it doesn't change.

- Original parts where they exist
- Tested before you pay

[{{action}}](#)

## The Care Plan

**$12 a month**

For people who ride every day.

- Two tune-ups a year
- 15% off parts
- Loaner bike when yours is in

[{{action}}](#)`,
    `## For you

**from $18**

Fast, honest, guaranteed.

- Bikes and appliances

[{{action}}](#)

## For your business

**from $48 a bike, per month**

Fleets that don't stand still.

- Checks on site
- All wear parts included

[{{action}}](#)`,
  ],

  faq: [
    `## Do I need an appointment?

Not for the check: walk in any time from 8 to 6. For a full tune-up between March and May, book a few days ahead.

## What does the check cost?

Nothing. We look at it for ten minutes, tell you what's wrong, and give you a fixed price. You decide.

## How long will it take?

Six in ten repairs are ready the same day. If we have to order a part, you'll know when it arrives before you leave.

## What if it breaks again?

The same fault within a year is on us. Bring the ticket, or just your last name.`,
    `## Do you repair e-bikes?

Yes, all of them mechanically, and motors by the three brands we're certified for. Ask us about yours.

## Can you come to my home?

For washers, dryers, and dishwashers, yes. The visit is $35, and we take it off the bill if you go ahead.

## I ordered parts myself. Will you fit them?

Gladly. We guarantee our work, but not parts that we haven't chosen.

## Is it rude to bring a $20 kettle?

It's our favorite kind of problem.

## What do you do with things that can't be saved?

We take them apart for spares. The rest is properly recycled, at no cost to you.`,
    `## What do you fix?

Bikes, and nearly everything with a plug.

## What's the catch with the free check?

There isn't one. People come back.

## How do I start?

{{action}}. Or just walk in.`,
  ],

  'landing-page': [
    `# It's probably not dead

Bikes and appliances, checked free in ten minutes, and usually fixed the same day. You'll know the price before we start.

[{{action}}](#)

## The moment you know too well

The machine stops mid-cycle. The store offers a delivery slot in nine days. The internet offers forty opinions. Nobody offers to simply look at it.

## Here's what we do instead

1. **You bring it.** Or send a photo and a sentence about the noise.
2. **We look.** Ten minutes, free, with you beside us if you like.
3. **You decide.** A fixed price, and an honest opinion about whether it's worth it.

## What you get

### Your day back

Six in ten repairs are ready by six. For everything else, we lend you a bike or a hotplate.

### Money you keep

The average repair here costs $74. The average replacement costs $460.

### Peace of mind

If the same fault returns within a year, we fix it for free.

## “They told me not to fix it”

“Then they showed me a used one for half the price,” says Omar. “I've sent them nine people since.”

## Questions before you come

### Do I need an appointment?

No. Walk in from 8 to 6, Monday to Saturday.

### What if it can't be saved?

Then the check was free, and we'll recycle it properly.

## Let's have a look at it

The coffee is free, too.

[{{action}}](#)`,
    `# Your bike wants to see you in spring

The full tune-up: brakes, gears, wheels, chain, and a wash. Drop it off at eight, ride home at six. $85, everything included.

[{{action}}](#)

## What we check

- Brakes that stop where you want to stop
- Gears that change when you ask, not when they feel like it
- Wheels, tires, bearings, bolts: 42 points, one checklist with your name on it

## What riders say

“I thought I needed a new bike. I needed Luis.” That's Jen, who bought nothing and told everyone.

## Book early, choose your day

Until the end of February, you pick the date. After that, the first sunny Saturday picks it for you.

[{{action}}](#)

## And if it needs more?

We call you first, always. Nothing happens without your yes.`,
    `# Fleets that don't stand still

Cargo bikes, scooters, delivery bikes: we check them where they sleep, before they break.

[{{action}}](#)

## $48 a month. Per bike. That's it.

Parts, labor, and a loaner included.

## Proof

Twelve bikes, one quarter, two days out of service. It used to be 31.

[{{action}}](#)`,
  ],

  'cold-email': [
    `Subject: The bikes in your yard
Preheader: Two days out of service in a quarter, for twelve bikes

Hi there,

I ride past your depot every morning and counted three bikes leaning on the wall this week. If they're waiting for a repair, that's about $1,000 a day of deliveries that aren't happening.

We look after twelve cargo bikes for a courier nearby. They used to lose 31 days a quarter. Last quarter it was two.

Could I come by on Sunday and check three of yours? It's free, takes an hour, and you keep the list either way.

[{{action}}](#)

{{signature}}`,
    `Subject: A quick one about your dryers
Preheader: There's a $23 part that most people replace too late

Hello,

commercial dryers like yours share one weak spot: a relay that lasts about four years. It costs $23. When it goes, it takes a Saturday with it.

We replaced it in nine machines for a laundromat last year, before it could fail. Sixteen months later, they're all running.

Would it help if I checked yours, one morning before you open? No charge for the look.

[{{action}}](#)

Kind regards,
{{signature}}`,
    `Subject: Who fixes your coffee machine?
Preheader: Asking as a fan of your cortado

Hi,

if it's “a guy two towns over,” I'm three streets away and answer my phone on Sundays.

[{{action}}](#)

{{signature}}`,
  ],

  'welcome-sequence': [
    `Subject: We've got it. Here's what's next
Preheader: Your repair in three short steps

Hello,

thanks for trusting us. Here's how it goes:

1. **We look** within a day and call you with a price.
2. **You decide.** Nothing happens without your yes.
3. **We fix and test it**, then send you a text.

Questions? Just reply. A mechanic reads these.

[{{action}}](#)

{{signature}}

---

Subject: Make it last: five minutes a month
Preheader: The ritual we teach everyone who asks

Hi again,

the best repair is the one you never need. On the first Sunday of the month: squeeze the tires, wipe the chain, empty the lint filter, rinse the dishwasher sieve. Five minutes, and about two-thirds of our customers would never have met us.

We'd miss them. Do it anyway.

[{{action}}](#)

{{signature}}

---

Subject: Your guarantee, in plain English
Preheader: One year, one sentence, no asterisk

Hello,

if the same thing breaks within a year, we fix it for free. Bring the ticket, or just your last name.

And if something else goes wrong, you know the way: the check never costs a thing.

[{{action}}](#)

{{signature}}`,
    `Subject: Welcome to the slow lane of shopping
Preheader: Where things get repaired, and nobody sells you a new one

Hi,

you've just joined 2,400 neighbors who fix first. Twice a month you'll get one repair tip, one rescued object, and the date of the next free Saturday clinic.

First tip: most “dead” chargers are just full of pocket lint. Try a toothpick.

[{{action}}](#)

{{signature}}

---

Subject: Should you fix it? Ask these three questions
Preheader: They take 30 seconds and save about $300

Hello,

one: is it younger than twelve years? Two: would a good new one cost more than twice the repair? Three: do you like it?

Two yeses, and it's worth bringing in.

[{{action}}](#)

{{signature}}

---

Subject: Come and break something with us
Preheader: The repair café, Thursday at six

Hi,

on the last Thursday of the month, we open the workshop. You bring the patient, we bring the tools, and Luis shows you how. Seven in ten things leave working. All of the people leave smiling.

[{{action}}](#)

{{signature}}`,
    `Subject: Good to have you
Preheader: One free check, whenever you need it

Hello! Keep this email. It's worth a free check and a coffee, any day.

[{{action}}](#)

{{signature}}

---

Subject: The first-Sunday reminder
Preheader: Tires, chain, filter. That's it.

It's nearly the first Sunday of the month. Squeeze, wipe, empty. Done.

[{{action}}](#)

{{signature}}

---

Subject: Anything making a noise?
Preheader: Describe it in three words

Reply with three words about the sound, and we'll tell you what it probably is.

[{{action}}](#)

{{signature}}`,
  ],

  promotion: [
    `Subject: Choose your day before spring does
Preheader: Tune-ups for $85, and you pick the date until Friday

Hello,

on the first warm weekend, 140 people call us at once. You don't have to be one of them.

Book your spring tune-up by Friday and choose any day in March. Drop the bike off at eight, and it's ready at six: brakes, gears, wheels, chain, and a wash. $85, parts at list price, with a free adjustment after 100 miles.

There are six stands and one Luis, so the good days go first.

[{{action}}](#)

Ride safe,
{{signature}}`,
    `Subject: Bring the thing from the closet
Preheader: This week, small appliances from $19

Hi,

you know the one. It stopped working in the fall, you couldn't throw it away, and now it lives behind the ironing board.

This week, repairs on small appliances start at $19: mixers, lamps, toasters, fans. If we can't fix it, you pay nothing, and we'll recycle it for you.

Make some room in that closet.

[{{action}}](#)

{{signature}}`,
    `Subject: Brakes: two for one
Preheader: Front and rear for $18, until Saturday

Rain is coming. Two new brake pads for the price of one, fitted while you wait. Until Saturday.

[{{action}}](#)

{{signature}}`,
  ],

  'follow-up': [
    `Subject: Your dishwasher, and a price that holds
Preheader: The quote is good for another week

Hi again,

last week we quoted you $96 for the pump. The part is still on our shelf, and the price is good until Friday.

If you've decided to replace the machine instead, no hard feelings: tell us, and we'll recommend two that can be repaired.

[{{action}}](#)

{{signature}}`,
    `Subject: How does it ride?
Preheader: One question, and a free adjustment

Hello,

you've had your bike back for two weeks now. New cables stretch a little at first, so the gears may feel lazy.

Bring it by any day before work. It takes four minutes and costs nothing.

[{{action}}](#)

{{signature}}`,
    `Subject: Should I close your ticket?
Preheader: A yes or no is plenty

Hi,

still want the repair? Reply yes or no, and I'll do the rest.

[{{action}}](#)

{{signature}}`,
  ],
};
