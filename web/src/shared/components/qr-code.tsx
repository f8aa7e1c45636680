/** A text as a QR code. The code that draws it is loaded when the first one is shown. */
import { useEffect, useState } from 'preact/hooks';

/** Modules of empty space around the code (ISO/IEC 18004 asks for four). */
export const BORDER = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>();
  useEffect(() => {
    let isCurrent = true;
    void import('uqr').then(({ encode }) => {
      if (isCurrent) setModules(encode(text, { border: BORDER }).data);
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return <QrModules modules={modules ?? []} label={label} />;
}

/** Draws a code that is encoded already. @param modules rows of dark (true) and light modules */
export function QrModules({ modules, label }: { modules: boolean[][]; label: string }) {
  const size = Math.max(1, modules.length);
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={pathOf(modules)} />
    </svg>
  );
}

/** One square for each dark module. */
function pathOf(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
}
