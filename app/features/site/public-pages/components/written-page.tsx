import type { ReactNode } from 'react';

import { TextPage } from '~/ui/page/public-page';
import { RenderedText } from '~/ui/rich-text/markdown-text';

/** A public page of Markdown, rendered by the server. */
export function WrittenPage({
  page,
  children,
}: {
  page: { title: string; html: string };
  children?: ReactNode;
}) {
  return (
    <TextPage title={page.title}>
      <RenderedText html={page.html} />
      {children}
    </TextPage>
  );
}
