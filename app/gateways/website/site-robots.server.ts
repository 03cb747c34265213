import { type Connection, fetchPage } from './fetch-page.server';
import { MAX_ROBOTS_BYTES, mayRead, parseRobots, type RobotsRule } from './robots';
import { sitemapsIn } from './sitemap';
import { WebsiteError } from './website';

interface RobotsFile {
  rules: RobotsRule[];
  sitemaps: string[];
}

/** The robots.txt of each origin, fetched once for a read. */
export class SiteRobots {
  private readonly known = new Map<string, Promise<RobotsFile>>();
  private readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** @throws WebsiteError `robots` if we're asked not to read this page */
  admit = async (url: URL): Promise<void> => {
    if (!mayRead((await this.fileOf(url.origin)).rules, url)) throw new WebsiteError('robots');
  };

  /** The addresses of the sitemaps that an origin names. @throws WebsiteError */
  async sitemaps(origin: string): Promise<string[]> {
    return (await this.fileOf(origin)).sitemaps;
  }

  private fileOf(origin: string): Promise<RobotsFile> {
    const file = this.known.get(origin) ?? this.read(origin);
    this.known.set(origin, file);
    return file;
  }

  private async read(origin: string): Promise<RobotsFile> {
    const visit = { ...this.connection, maxBytes: MAX_ROBOTS_BYTES, cut: true };
    const { status, body } = await fetchPage(new URL('/robots.txt', origin), visit).catch(
      (error: unknown) => {
        // A file that leads to another website, or in circles, counts as none (RFC 9309).
        const isNone =
          error instanceof WebsiteError && ['elsewhere', 'loop', 'unreadable'].includes(error.code);
        if (!isNone) throw error;
        return { status: 404, body: Buffer.alloc(0) };
      },
    );
    if (status >= 500) throw new WebsiteError('fault');
    const text = status === 200 ? body.toString('utf8') : '';
    return { rules: parseRobots(text), sitemaps: sitemapsIn(text) };
  }
}
