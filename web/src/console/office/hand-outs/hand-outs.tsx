/** The part "Hand-outs" of a race office: the board's address, sheets to print, files to download. */
import './hand-outs.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { hasResults } from '../../../../../src/domain/results/standings.ts';
import { csvOf } from '../../../../../src/domain/text/csv.ts';
import { DaySheet } from '../../../shared/components/day-sheet.tsx';
import { QrCode } from '../../../shared/components/qr-code.tsx';
import { dateLanguage } from '../../../shared/page/language.ts';
import { urlOf } from '../../../shared/page/page.ts';
import { daysOf } from '../../../shared/race/running-order.ts';
import { dayName, dayRange, timeOfDay, venueDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { paperWords } from '../../../shared/words/paper.ts';
import { CopyField, ReachNote } from '../../components/copy-field.tsx';
import { Choice } from '../../components/field.tsx';
import { PageHeading } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { runningOrderOf } from '../../documents/office-document.ts';
import { lazyWithWords } from '../../lazy.tsx';
import { consoleUrl, queryValue } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { frameWords } from '../../words/office-frame.ts';
import { handOutsWords } from '../../words/office-hand-outs.ts';
import type { PartProps } from '../frame/parts.ts';
import { BoardAddress, boardUrl } from '../publish/board-address.tsx';
import { sourceText } from '../race-names.ts';
import { fileNameOf, SHEET_KINDS, type SheetKind, sheetOf } from './download-tables.ts';
import { Exports, SiteExport } from './service-exports.tsx';

const Webhooks = lazyWithWords(() => import('./webhooks.tsx').then((it) => it.Webhooks));

export function HandOuts(props: PartProps) {
  const print = queryValue('print');
  if (print === 'poster') return <Poster {...props} />;
  if (isPrintable(print)) return <Sheets key={print} {...props} kind={print} />;
  return <Overview {...props} />;
}

function Overview({ eventId, document }: PartProps) {
  const t = handOutsWords.value;
  const path = consoleUrl(partPath(eventId, 'hand-outs'));
  const prints = [
    ['poster', t.poster],
    ['start-lists', t.startLists],
    ['results', t.results],
  ] as const;
  return (
    <>
      <PageHeading title={frameWords.value.parts['hand-outs']} />
      <div class="hand-outs">
        <section aria-labelledby="hand-out-board">
          <h2 id="hand-out-board">{t.board}</h2>
          <BoardAddress eventId={eventId} document={document} />
        </section>
        <section aria-labelledby="hand-out-print">
          <h2 id="hand-out-print">{t.print}</h2>
          <p class="quiet">{t.printHint}</p>
          <p class="actions">
            {prints.map(([kind, text]) => (
              <a key={kind} class="pill" href={`${path}?print=${kind}`}>
                {text}
              </a>
            ))}
            {document.status === 'published' &&
              (['print', 'announcer'] as const).map((page) => (
                <a
                  key={page}
                  class="pill"
                  href={urlOf(`events/${eventId}/${page}`)}
                  target="_blank"
                  rel="noreferrer"
                >
                  {page === 'print' ? t.boardPrint : t.announcer}
                </a>
              ))}
          </p>
        </section>
        <section aria-labelledby="hand-out-stream">
          <h2 id="hand-out-stream">{t.stream}</h2>
          <p class="quiet">{t.streamHint}</p>
          <CopyField label={t.overlay} text={`${boardUrl(eventId)}/overlay`} />
        </section>
        <section aria-labelledby="hand-out-download">
          <h2 id="hand-out-download">{t.download}</h2>
          <p class="quiet">{t.downloadHint}</p>
          <Downloads document={document} />
        </section>
        <section aria-labelledby="hand-out-files">
          <h2 id="hand-out-files">{t.files}</h2>
          <p class="quiet">{t.filesHint}</p>
          <Exports eventId={eventId} />
        </section>
        <section aria-labelledby="hand-out-site">
          <h2 id="hand-out-site">{t.site}</h2>
          <p class="quiet">{t.siteHint}</p>
          <SiteExport eventId={eventId} document={document} />
        </section>
        <section aria-labelledby="webhooks">
          <h2 id="webhooks">{t.webhooks}</h2>
          <Webhooks eventId={eventId} />
        </section>
      </div>
    </>
  );
}

/** A poster for the boat house: the code of the board, and how to follow a crew. One sheet of A4. */
function Poster({ eventId, document }: PartProps) {
  const t = handOutsWords.value;
  const { name, startDate, endDate, city } = document.event;
  const url = boardUrl(eventId);
  return (
    <PrintFrame eventId={eventId} title={t.poster} note={<ReachNote />}>
      <div class="poster">
        <p class="poster-event">
          {name}
          <span>
            {[dayRange(startDate, endDate, dateLanguage(), 'long'), city]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <p class="poster-title">{t.posterTitle}</p>
        <p>{t.posterLine}</p>
        <QrCode text={url} label={t.posterCode} />
        <p class="poster-url">{url.replace(/^https?:\/\//, '')}</p>
        <ol>
          {t.posterSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p class="poster-free">{t.posterFree}</p>
      </div>
    </PrintFrame>
  );
}

/** Start lists and results on paper, unmasked, also of a draft: each sheet names revision and time of printing. */
type Printable = 'start-lists' | 'results';

function isPrintable(kind: string | null): kind is Printable {
  return kind === 'start-lists' || kind === 'results';
}

function Sheets({ eventId, document, kind }: PartProps & { kind: Printable }) {
  const t = handOutsWords.value;
  const [chosen, choose] = useState('');
  const title = kind === 'results' ? t.results : t.startLists;
  const { event, revision, status } = document;
  const shared = paperWords.value;
  const facts = [
    ...(status === 'published' ? [] : [t.draft]),
    t.revision(revision),
    shared.printedAt(usePrintTime(event.timezone)),
  ];
  const order = runningOrderOf(document);
  const races = new Map(order.races.map((race) => [race.id, race]));
  const days = daysOf(order);
  const printed = days
    .filter(({ day }) => chosen === '' || day === chosen)
    .map((day) => ({ ...day, races: day.races.filter((race) => belongs(race, kind)) }))
    .filter(({ races }) => races.length > 0);
  const choice = days.length > 1 && (
    <Choice
      aria-label={shared.days}
      value={chosen}
      options={[
        ['', shared.allDays],
        ...days.map(({ day }) => [day, dayName(day, dateLanguage(), 'long', true)] as const),
      ]}
      onValue={choose}
    />
  );
  return (
    <PrintFrame eventId={eventId} title={title} choices={choice}>
      {printed.length === 0 && <p>{kind === 'results' ? t.noResults : t.nothing}</p>}
      {printed.map((day) => (
        <DaySheet
          key={day.day}
          day={day}
          name={event.name}
          title={title}
          isTrial={event.trial}
          facts={facts}
          races={races}
          timezone={event.timezone}
        />
      ))}
    </PrintFrame>
  );
}

/** Whether a race is on a sheet: start lists have races without results, also cancelled ones, which somebody may look for. */
function belongs(race: BoardRace, kind: Printable): boolean {
  return kind === 'results' ? hasResults(race.lanes) : !hasResults(race.lanes);
}

/** Downloads of programme, crews, start lists and results, made in the browser from what is on the screen. */
type DownloadProps = Pick<PartProps, 'document'>;

function Downloads({ document }: DownloadProps) {
  const t = handOutsWords.value;
  const table = (kind: SheetKind) =>
    sheetOf(kind, document, {
      ...{ own: t, values: frameWords.value.values, shared: words.value },
      source: (from) => sourceText(from, document),
    });
  const csv = (kind: SheetKind) => {
    // Spreadsheets in countries with decimal commas expect a semicolon.
    const separator = words.value.decimalMark === ',' ? ';' : ',';
    save(
      new Blob([csvOf(table(kind), separator)], { type: 'text/csv' }),
      fileName(t.sheets[kind], 'csv'),
    );
  };
  const xlsx = async (kinds: readonly SheetKind[], name: string) => {
    try {
      const { workbookOf } = await import('../../../../../src/exchange/writers/workbook.ts');
      save(await workbookOf(kinds.map(table)), fileName(name, 'xlsx'));
    } catch {
      announce(t.failed);
    }
  };
  const fileName = (content: string, extension: string) => {
    const { name, timezone } = document.event;
    return fileNameOf(name, content, venueDay(Date.now(), timezone), extension);
  };
  return (
    <>
      <ul class="rows">
        {SHEET_KINDS.map((kind) => (
          <li key={kind} class="row-item">
            <div>{t.sheets[kind]}</div>
            <div class="row-actions">
              <button type="button" class="pill" onClick={() => csv(kind)}>
                <span class="vh">{t.sheets[kind]}: </span>
                {t.csv}
              </button>
              <button type="button" class="pill" onClick={() => void xlsx([kind], t.sheets[kind])}>
                <span class="vh">{t.sheets[kind]}: </span>
                {t.xlsx}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <p class="actions">
        <button
          type="button"
          class="pill"
          onClick={() => void xlsx(SHEET_KINDS, frameWords.value.parts.overview)}
        >
          {t.all}
        </button>
      </p>
    </>
  );
}

/** Hands a file to the browser. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // By then the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The frame around printed sheets, on the screen only: a link back, choices, the print button. */
interface PrintFrameProps {
  eventId: number;
  title: string;
  /** Fields for choices before printing. */
  choices?: ComponentChildren;
  /** A note to read before printing. */
  note?: ComponentChildren;
  children: ComponentChildren;
}

function PrintFrame({ eventId, title, choices, note, children }: PrintFrameProps) {
  const t = handOutsWords.value;
  return (
    <>
      <div class="screen-only">
        <PageHeading title={title}>
          <a class="link" href={consoleUrl(partPath(eventId, 'hand-outs'))}>
            {t.back}
          </a>
          <div class="tools">
            {choices}
            <button type="button" class="pill primary" onClick={() => print()}>
              {t.printNow}
            </button>
          </div>
        </PageHeading>
        {note}
      </div>
      <div class="paper">{children}</div>
    </>
  );
}

/** The time of printing: day and time at the venue. */
function usePrintTime(timezone: string | null): string {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const set = () => setNow(Date.now());
    addEventListener('beforeprint', set);
    return () => removeEventListener('beforeprint', set);
  }, []);
  return `${dayName(venueDay(now, timezone), dateLanguage(), 'short', true)}, ${timeOfDay(now, timezone)}`;
}
