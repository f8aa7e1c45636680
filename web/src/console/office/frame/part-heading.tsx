/** How every part of a race office begins: its heading, and beside it what the part says of itself. */
import type { ComponentChildren } from 'preact';
import { PageHeading } from '../../components/headings.tsx';

export function PartHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  return <PageHeading title={title}>{children}</PageHeading>;
}
