/** The few signs that the pages use. They say nothing by themselves: each stands next to words. */

interface Sign {
  path: string;
  filled?: boolean;
}

function Icon({ path, filled = false }: Sign) {
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
    </svg>
  );
}

export const Star = ({ filled }: { filled: boolean }) => (
  <Icon
    filled={filled}
    path="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z"
  />
);

export const Bell = ({ filled }: { filled: boolean }) => (
  <Icon filled={filled} path="M6 10a6 6 0 0112 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20.5h4" />
);

export const Chevron = () => <Icon path="M7 10l5 5 5-5" />;

export const Calendar = () => <Icon path="M5 6h14v14H5zM5 10h14M9 3.5V7M15 3.5V7" />;
