import { expect, test } from 'vitest';

import { asksForImage } from './asks-for-image';

test.each([
  'Make an image for this post',
  'make a picture',
  'Can you create a nice, bright illustration to go with it?',
  'Please generate two photos of our new loaf.',
  'I need an image for the newsletter',
  'Write a post about rye. Then make an image for it.',
  'Draw me a miller at work',
  'Mach ein Bild dazu',
  'Mach mir bitte ein Bild für diesen Beitrag!',
  'Erstelle eine Illustration zum Thema Roggen',
  'Kannst du dazu ein Bild machen?',
  'Kannst du zu dem Text ein Bild erstellen?',
  'Ich brauche ein Titelbild',
  'Zeichne uns eine Mühle',
  `${'Our mill is old. '.repeat(200)}\nMake an image for this.`,
])('a message asks for an image: %s', (message) => {
  expect(asksForImage(message)).toBe(true);
});

test.each([
  '',
  'Make a list of image sizes',
  'Write an image caption',
  'How do I create an image in another program?',
  'Wie mache ich ein Bild?',
  'What do you think of this image?',
  'Create alt text for this image',
  'Write a post without an image',
  'I don’t want an image',
  'Give me ideas for pictures of the shop',
  'Mach den Text kürzer, ohne Bild',
  'Beschreibe das Bild',
  'Create a description of the photo',
  'Make the post shorter',
  'Ich habe ein Bild gemalt',
  'Draw a conclusion',
  'Get the picture?',
])("a message doesn't ask for an image: %s", (message) => {
  expect(asksForImage(message)).toBe(false);
});
