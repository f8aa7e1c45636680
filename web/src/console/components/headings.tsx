/** Headings that take the focus, so that keyboard and screen reader begin where something new begins. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTitle } from '../../shared/page/page.ts';
import { visits } from '../place.ts';

/** The heading of a page, and its title in the browser. Going to a page moves the focus here. */
export function PageHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  const element = useRef<HTMLHeadingElement>(null);
  useTitle(`${title} · Running Order`);
  useLayoutEffect(() => {
    if (visits.peek() > 0 && !location.hash) element.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="page-head">
      <h1 ref={element} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** The heading of a part that has just appeared. @param level of a part of the page, or within one */
export function FocusedHeading({
  children,
  level: Heading = 'h3',
}: {
  children: ComponentChildren;
  level?: 'h2' | 'h3';
}) {
  const element = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <Heading ref={element} tabIndex={-1}>
      {children}
    </Heading>
  );
}

/** How every part of a race office begins: its heading, and beside it what the part says of itself. */
export function PartHeading({ title, children }: { title: string; children?: ComponentChildren }) {
  return <PageHeading title={title}>{children}</PageHeading>;
}
