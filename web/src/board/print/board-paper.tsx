/**
 * Makes the board print the sheets of the print page. They are drawn on `beforeprint`, when the browser waits for nothing that
 * loads later, so this file has to be loaded before; else `board-print.css` leaves the rows of the board on the paper.
 */
import { render } from 'preact';
import { board, now } from '../document/document-on-screen.ts';
import { readPrintOptions } from './options.ts';
import { Paper, usualDay } from './paper.tsx';

/** A class of the body while there are sheets: the style sheet then hides everything else. */
const PRINTS_PAPER = 'prints-paper';

/** From now on, draws the sheets before the page is printed, and removes them afterwards. */
export function printPaper(): void {
  let sheets: HTMLElement | undefined;
  const remove = () => {
    if (!sheets) return;
    render(null, sheets);
    sheets.remove();
    sheets = undefined;
    document.body.classList.remove(PRINTS_PAPER);
  };
  addEventListener('beforeprint', () => {
    remove();
    if (!board.value) return;
    now.value = Date.now();
    sheets = document.createElement('div');
    sheets.className = 'paper sheets';
    const options = readPrintOptions('');
    render(<Paper board={board.value} options={options} chosenDay={usualDay()} />, sheets);
    document.body.append(sheets);
    document.body.classList.add(PRINTS_PAPER);
  });
  addEventListener('afterprint', remove);
}
