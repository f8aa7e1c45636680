/** What the service says of files in its own words, which are English. */
import { language } from '../../../shared/page/language.ts';

export function English({ children }: { children: string }) {
  return <span lang={language.value === 'en' ? undefined : 'en'}>{children}</span>;
}
