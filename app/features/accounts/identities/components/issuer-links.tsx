import { buttonClass } from '~/ui/button';

interface IssuerLinksProps {
  /** `href` leads to the issuer, so the link must load a document. */
  issuers: readonly { name: string; href: string }[];
  /** There is no form above them. */
  isOnly?: boolean;
}

/** Below a form: the issuers with which people can continue instead. */
export function IssuerLinks({ issuers, isOnly = false }: IssuerLinksProps) {
  return (
    <div className={`grid gap-3 ${isOnly ? 'mt-6' : 'mt-5 border-t pt-5'}`}>
      {issuers.map(({ name, href }) => (
        <a key={href} href={href} className={buttonClass({ variant: 'secondary' })}>
          <span className="truncate">Continue with {name}</span>
        </a>
      ))}
    </div>
  );
}
