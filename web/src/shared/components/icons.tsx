/** The few icons of the pages. Screen readers skip them, because each is beside words or in a control with a name. */

interface Sign {
  path: string;
  filled?: boolean;
  /** The path of the part that is always filled. */
  half?: string | undefined;
}

export function Icon({ path, filled = false, half }: Sign) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
      {half && <path d={half} fill="currentColor" />}
    </svg>
  );
}

const LEFT_HALF_OF_STAR = 'M12 3.5v14.2l-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z';

/** @param isHalf whether its left half is filled */
export const Star = ({ filled, isHalf = false }: { filled: boolean; isHalf?: boolean }) => (
  <Icon
    filled={filled}
    half={isHalf ? LEFT_HALF_OF_STAR : undefined}
    path="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z"
  />
);

const BELL = 'M6 10a6 6 0 0112 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20.5h4';

/** @param isOff whether it is struck out */
export const Bell = ({ filled, isOff = false }: { filled: boolean; isOff?: boolean }) => (
  <Icon filled={filled} path={isOff ? `${BELL}M4 4l16 16` : BELL} />
);

export const Calendar = () => <Icon path="M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7" />;

export const Chevron = () => <Icon path="M7 10l5 5 5-5" />;

export const Search = () => (
  <Icon path="M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.5 15.5L20 20" />
);

export const Close = () => <Icon path="M6 6l12 12M18 6L6 18" />;
