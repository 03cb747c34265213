/** What an archive says of itself to whoever opens it. */
export const README = `This is everything of a Brandwright account.

readable/       Your conversations, saved content, brand profiles and more as Markdown, to be read with any editor.
files/          Your files: attachments, pictures, videos, trained models.
data/           The same and all the rest as JSON: one file for each kind of thing, one thing to a line.
conversations/  Each conversation with all its branches as JSON.
manifest.json   What this archive holds, with the size and the SHA-256 checksum of each file.

You can bring it into Brandwright again: Settings, Import & Export. Purchases, tokens, sign-ins and public links are here
to be read only; they are never brought in.

It holds everything that you wrote and keep here. Store it where only you can read it.
`;
