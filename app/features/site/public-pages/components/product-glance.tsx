const POINTS = [
  ['Your brand, described once', 'The assistant, the copy and the pictures follow it.'],
  ['Answers that are never lost', 'Reload, lose the network, change the device: they go on.'],
  ['Posts, pages, mails, images', 'In variants side by side, checked as each network counts.'],
] as const;

/** The product in a few words and images, on the sign-in page. */
export function ProductGlance() {
  return (
    <div className="mx-auto w-full max-w-xl">
      <h2 className="font-display text-3xl leading-tight font-semibold tracking-tight text-balance">
        A home for your brand
      </h2>
      <ul className="mt-6 space-y-4">
        {POINTS.map(([title, text]) => (
          <li key={title} className="border-l-2 border-accent pl-4">
            <p className="font-medium">{title}</p>
            <p className="text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-8 grid gap-5">
        <Image name="copy" alt="Two variants of a post about Sunday opening, with their checks" />
        <Image name="chat" alt="A conversation with the assistant, which answers with a table" />
      </div>
    </div>
  );
}

/** In the colors of the theme; the hidden one isn't loaded. */
function Image({ name, alt }: { name: string; alt: string }) {
  const common = {
    width: 1024,
    height: 660,
    loading: 'lazy',
    decoding: 'async',
  } as const;
  return (
    <div className="overflow-hidden rounded-xl border shadow-raised">
      <img
        {...common}
        alt={alt}
        src={`/pictures/${name}-dark.webp`}
        className="h-auto w-full light:hidden"
      />
      <img
        {...common}
        alt={alt}
        src={`/pictures/${name}-light.webp`}
        className="hidden h-auto w-full light:block"
      />
    </div>
  );
}
